// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { STATUSES, verdictOf, type Job, type JobStatus, type Verdict } from "./imports";

const COLOURS: Readonly<Record<JobStatus, string>> = {
    RUNNING: "pf-m-blue",
    PAUSED: "pf-m-gold",
    COMPLETED: "pf-m-green",
    STOPPED: "pf-m-orange",
    FAILED: "pf-m-red",
    CANCELLED: "",
    INTERRUPTED: "pf-m-red",
};

/** Green only if all records were, or would be, written. */
const COMPLETED: Readonly<Record<Verdict, string>> = {
    complete: "pf-m-green",
    partial: "pf-m-gold",
    rejected: "pf-m-red",
    empty: "pf-m-orange",
};

export function StatusLabel({ job }: { readonly job: Job }) {
    const text = useStatusText();
    const verdict = verdictOf(job);
    return (
        <span
            className={`pf-v5-c-label pf-m-compact ${verdict ? COMPLETED[verdict] : (COLOURS[job.status] ?? "")}`}
            data-testid="keylift-status"
            data-status={job.status}
            data-verdict={verdict}
        >
            <span className="pf-v5-c-label__content">{text(job)}</span>
        </span>
    );
}

/** The text for the status of a job. An unknown status of a later server is shown as it is. */
export function useStatusText(): (job: Job) => string {
    const { t } = useLanguage();
    return (job) => {
        const verdict = verdictOf(job);
        if (verdict && verdict !== "complete") {
            return t(`imports.verdict.${verdict}`);
        }
        return STATUSES.includes(job.status) ? t(`imports.status.${job.status}`) : job.status;
    };
}
