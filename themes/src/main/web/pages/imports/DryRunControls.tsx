// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { hashOf } from "../../console/route";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { Button } from "../../parts/Button";
import type { Job, Order } from "./imports";
import { RemovalDialog } from "./RemovalDialog";

interface DryRunControlsProps {
    /** A dry run that has ended. */
    readonly job: Job;
    /** The order of the dry run; `undefined` if this window has not sent it. */
    readonly order: Order | undefined;
    /** Runs the import or removal of a dry run. */
    readonly onInEarnest: (order: Order) => void;
    /** Returns to the form with the values of an order. */
    readonly onChange: (order: Order) => void;
}

/** The next steps after a dry run. */
export function DryRunControls({ job, order, onInEarnest, onChange }: DryRunControlsProps) {
    const { t, number } = useLanguage();
    const realm = useRealm();
    const [asked, setAsked] = useState(false);
    const removal = job.op === "remove";
    const good = removal ? (job.removed ?? 0) : job.read - job.rejected;
    const form = hashOf(realm.name, "imports");
    const possible = job.status === "COMPLETED" && good > 0;
    return (
        <>
            {job.status === "COMPLETED" && good === 0 && (
                <Alert
                    kind="warning"
                    title={t(
                        job.read === 0
                            ? "imports.dryRun.empty"
                            : removal
                              ? "imports.dryRun.nothingToRemove"
                              : "imports.dryRun.allRejected",
                    )}
                    testId="keylift-dry-run-in-vain"
                />
            )}
            {possible && !order && (
                <Alert kind="info" title={t("imports.dryRun.unknownInput")} testId="keylift-dry-run-unknown-input">
                    <a href={form}>{t("imports.change")}</a>
                </Alert>
            )}
            {order && (
                <div className="keylift-toolbar keylift-controls">
                    {possible && (
                        <Button
                            kind={removal ? "danger" : "primary"}
                            onClick={() => (removal ? setAsked(true) : onInEarnest(order))}
                            data-testid="keylift-in-earnest"
                        >
                            {removal
                                ? t("imports.removeNow", { count: number(good) })
                                : job.rejected > 0
                                  ? t("imports.importRestNow", { count: number(good) })
                                  : t("imports.importNow")}
                        </Button>
                    )}
                    <a
                        className="pf-v5-c-button pf-m-link"
                        href={form}
                        onClick={() => onChange(order)}
                        data-testid="keylift-change"
                    >
                        {t("imports.change")}
                    </a>
                </div>
            )}
            {asked && order && (
                <RemovalDialog
                    dryRun={job}
                    onConfirm={() => {
                        setAsked(false);
                        onInEarnest(order);
                    }}
                    onClose={() => setAsked(false)}
                />
            )}
        </>
    );
}
