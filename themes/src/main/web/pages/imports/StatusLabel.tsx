// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import type { JobStatus } from "./imports";

const COLOURS: Readonly<Record<JobStatus, string>> = {
    RUNNING: "pf-m-blue",
    PAUSED: "pf-m-gold",
    COMPLETED: "pf-m-green",
    STOPPED: "pf-m-orange",
    FAILED: "pf-m-red",
    CANCELLED: "",
    INTERRUPTED: "pf-m-red",
};

export function StatusLabel({ status }: { readonly status: JobStatus }) {
    const { t } = useLanguage();
    return (
        <span
            className={`pf-v5-c-label pf-m-compact ${COLOURS[status]}`}
            data-testid="keylift-status"
            data-status={status}
        >
            <span className="pf-v5-c-label__content">{t(`imports.status.${status}`)}</span>
        </span>
    );
}
