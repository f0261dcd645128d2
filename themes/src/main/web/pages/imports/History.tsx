// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { hashOf } from "../../console/route";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { ConfirmButton } from "../../parts/ConfirmButton";
import { EmptyState } from "../../parts/EmptyState";
import { Failure } from "../../parts/Failure";
import { Pages } from "../../parts/Pages";
import { Select } from "../../parts/Select";
import { usePolling } from "../../parts/usePolling";
import { isLive, STATUSES, type Imports, type JobStatus } from "./imports";
import { StatusLabel } from "./StatusLabel";

const REFRESH_MILLIS = 3000;
const PAGE = 20;

/** Jobs of the realm, the newest first. */
export function History({ imports }: { readonly imports: Imports }) {
    const { t, number, dateTime } = useLanguage();
    const realm = useRealm();
    const [first, setFirst] = useState(0);
    const [status, setStatus] = useState<JobStatus | "">("");
    const [removeError, setRemoveError] = useState<string>();
    const ask = useCallback(
        (signal: AbortSignal) => imports.jobs({ first, max: PAGE + 1, status: status.toLowerCase() }, signal),
        [imports, first, status],
    );
    const { value: jobs, error, refresh } = usePolling(ask, REFRESH_MILLIS);
    const remove = (id: string) => {
        setRemoveError(undefined);
        imports
            .remove(id)
            .catch((reason: unknown) => setRemoveError(reason instanceof Error ? reason.message : String(reason)))
            .finally(refresh);
    };

    return (
        <section className="pf-v5-c-page__main-section pf-m-light" aria-labelledby="keylift-history">
            <div className="keylift-toolbar">
                <h2 className="pf-v5-c-title pf-m-xl" id="keylift-history">
                    {t("imports.history")}
                </h2>
                <Select
                    aria-label={t("imports.status")}
                    value={status}
                    options={[
                        { value: "", label: t("imports.anyStatus") },
                        ...STATUSES.map((value) => ({ value, label: t(`imports.status.${value}`) })),
                    ]}
                    onChange={(value) => {
                        setStatus(value);
                        setFirst(0);
                    }}
                />
                {jobs && <Pages first={first} size={PAGE} more={jobs.length > PAGE} onFirst={setFirst} />}
            </div>
            {removeError !== undefined && <Alert kind="danger" title={t("page.failed", { message: removeError })} />}
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {jobs?.length === 0 && <EmptyState title={t("imports.noJobs")} />}
            {jobs && jobs.length > 0 && (
                <table
                    className="pf-v5-c-table pf-m-grid-lg pf-m-compact"
                    aria-labelledby="keylift-history"
                    data-testid="keylift-history"
                >
                    <thead className="pf-v5-c-table__thead">
                        <tr className="pf-v5-c-table__tr">
                            {(["job", "kind", "status", "read", "rejected", "started"] as const).map((column) => (
                                <th key={column} className="pf-v5-c-table__th" scope="col">
                                    {t(`imports.${column}`)}
                                </th>
                            ))}
                            <td className="pf-v5-c-table__th" />
                        </tr>
                    </thead>
                    <tbody className="pf-v5-c-table__tbody">
                        {jobs.slice(0, PAGE).map((job) => (
                            <tr key={job.id} className="pf-v5-c-table__tr" data-job={job.id}>
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("imports.job")}>
                                    <a href={hashOf(realm.name, "imports", job.id)}>{job.id}</a>
                                </td>
                                <td className="pf-v5-c-table__td" data-label={t("imports.kind")}>
                                    {job.kind}
                                    {job.op === "remove" && ` · ${t("imports.op.remove")}`}
                                    {job.dryRun && ` · ${t("imports.dry")}`}
                                </td>
                                <td className="pf-v5-c-table__td" data-label={t("imports.status")}>
                                    <StatusLabel status={job.status} />
                                </td>
                                <td className="pf-v5-c-table__td" data-label={t("imports.read")}>
                                    {number(job.read)}
                                </td>
                                <td className="pf-v5-c-table__td" data-label={t("imports.rejected")}>
                                    {number(job.rejected)}
                                </td>
                                <td className="pf-v5-c-table__td" data-label={t("imports.started")}>
                                    {dateTime(job.startedAt)}
                                </td>
                                <td className="pf-v5-c-table__td">
                                    {!isLive(job) && (
                                        <ConfirmButton
                                            label={t("imports.forget")}
                                            about={job.id}
                                            question={t("imports.forgetQuestion")}
                                            onConfirm={() => remove(job.id)}
                                            testId="keylift-forget"
                                        />
                                    )}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </section>
    );
}
