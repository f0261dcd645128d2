// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { ConfirmButton } from "../../parts/ConfirmButton";
import type { Job, Move } from "./imports";

interface JobControlsProps {
    readonly job: Job;
    readonly onMove: (move: Move) => void;
}

export function JobControls({ job, onMove }: JobControlsProps) {
    const { t } = useLanguage();
    const other = job.status === "PAUSED" ? "resume" : "pause";
    const removal = job.op === "remove";
    return (
        <div className="keylift-toolbar keylift-controls">
            <Button kind="secondary" small onClick={() => onMove(other)} data-testid={`keylift-${other}`}>
                {t(`imports.${other}`)}
            </Button>
            <ConfirmButton
                label={t(removal ? "imports.cancelRemove" : "imports.cancel")}
                question={t(removal ? "imports.cancelQuestionRemove" : "imports.cancelQuestion")}
                onConfirm={() => onMove("cancel")}
                testId="keylift-cancel"
            />
        </div>
    );
}
