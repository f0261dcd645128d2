// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { Progress } from "../../parts/Progress";
import { isLive, OUTCOMES, progressOf, type Job } from "./imports";

const PROGRESS = {
    import: "imports.progress",
    remove: "imports.progressRemove",
    verify: "imports.progressVerify",
    undo: "imports.progressUndo",
    mirror: "imports.progressMirror",
} as const;

/** The progress of a job in figures. */
export function JobProgress({ job }: { readonly job: Job }) {
    const { t, number, duration, dateTime } = useLanguage();
    const figures = [
        ["read", job.read] as const,
        ...OUTCOMES.flatMap((outcome) => {
            const count = job[outcome];
            return count === undefined ? [] : [[outcome, count] as const];
        }),
    ];
    return (
        <>
            <Progress label={t(PROGRESS[job.op])} value={progressOf(job)} moving={job.status === "RUNNING"} />
            <p className="keylift-note" data-testid="keylift-pace">
                {job.recordsPerSecond !== undefined && t("imports.rate", { rate: number(job.recordsPerSecond) })}{" "}
                {isLive(job)
                    ? job.remainingSeconds !== undefined &&
                      t("imports.remaining", { time: duration(job.remainingSeconds) })
                    : t("imports.took", {
                          time: duration(job.seconds ?? ((job.finishedAt ?? job.startedAt) - job.startedAt) / 1000),
                      })}{" "}
                {t("imports.startedAt", { time: dateTime(job.startedAt) })}
            </p>
            <dl className="keylift-figures">
                {figures.map(([name, count]) => (
                    <div
                        key={name}
                        className={`keylift-figures__item${name === "rejected" && count > 0 ? " keylift-figures__item--bad" : ""}`}
                    >
                        <dt>
                            {t(
                                job.dryRun && isWritten(name)
                                    ? `imports.dry.${name}`
                                    : name === "missing"
                                      ? "imports.notThere"
                                      : `imports.${name}`,
                            )}
                        </dt>
                        <dd data-testid={`keylift-${name}`}>{number(count)}</dd>
                    </div>
                ))}
            </dl>
        </>
    );
}

/** Whether an outcome is a write, which a dry run does not do. */
function isWritten(name: string): name is "added" | "updated" | "removed" {
    return name === "added" || name === "updated" || name === "removed";
}
