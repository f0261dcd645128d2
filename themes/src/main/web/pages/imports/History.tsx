// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { hashOf } from "../../console/route";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { ConfirmButton } from "../../parts/ConfirmButton";
import { ErrorAlert } from "../../parts/ErrorAlert";
import { Failure } from "../../parts/Failure";
import { Pages } from "../../parts/Pages";
import { Resting } from "../../parts/Resting";
import { Section } from "../../parts/Section";
import { Select } from "../../parts/Select";
import { Table, type Column } from "../../parts/Table";
import { usePages, type Page } from "../../parts/usePages";
import { isLive, STATUSES, type Imports, type Job, type JobStatus } from "./imports";
import { useKindName } from "./jobTitle";
import { StatusLabel } from "./StatusLabel";

const REFRESH_MILLIS = 3000;
const PAGE = 20;

/** Jobs of the realm, newest first. */
export function History({ imports }: { readonly imports: Imports }) {
    const { t, number, dateTime } = useLanguage();
    const realm = useRealm();
    const [status, setStatus] = useState<JobStatus | "">("");
    const [removeError, setRemoveError] = useState<unknown>();
    const list = useCallback(
        (page: Page, signal: AbortSignal) => imports.jobs({ ...page, status: status.toLowerCase() }, signal),
        [imports, status],
    );
    const { rows: jobs, pages, error, stale, resting, refresh } = usePages(list, PAGE, REFRESH_MILLIS);
    const remove = (id: string) => {
        setRemoveError(undefined);
        imports.remove(id).catch(setRemoveError).finally(refresh);
    };
    const nameOf = useKindName();
    const columns: readonly Column<Job>[] = [
        {
            key: "job",
            label: t("imports.job"),
            className: "keylift-text",
            cell: ({ id }) => <a href={hashOf(realm.name, "imports", id)}>{id}</a>,
        },
        {
            key: "kind",
            label: t("imports.kind"),
            cell: ({ kind, op, dryRun }) => (
                <>
                    {nameOf(kind)}
                    {op === "remove" && ` · ${t("imports.removalOf")}`}
                    {op === "undo" && ` · ${t("imports.undo")}`}
                    {op === "verify" && ` · ${t("imports.verification")}`}
                    {op === "mirror" && ` · ${t("imports.mirror")}`}
                    {dryRun && ` · ${t("imports.dry")}`}
                </>
            ),
        },
        { key: "status", label: t("imports.status"), cell: (job) => <StatusLabel job={job} /> },
        { key: "read", label: t("imports.read"), cell: ({ read }) => number(read) },
        { key: "rejected", label: t("imports.rejected"), cell: ({ rejected }) => number(rejected) },
        { key: "started", label: t("imports.started"), cell: ({ startedAt }) => dateTime(startedAt) },
        {
            key: "forget",
            cell: (job) =>
                !isLive(job) && (
                    <ConfirmButton
                        label={t("imports.forget")}
                        about={job.id}
                        question={t(job.status === "COMPLETED" ? "imports.forgetCompleted" : "imports.forgetQuestion")}
                        onConfirm={() => remove(job.id)}
                        testId="keylift-forget"
                    />
                ),
        },
    ];

    return (
        <Section
            id="keylift-history"
            title={t("imports.history")}
            beside={
                <>
                    <Select
                        aria-label={t("imports.status")}
                        value={status}
                        options={[
                            { value: "", label: t("imports.anyStatus") },
                            ...STATUSES.map((value) => ({ value, label: t(`imports.status.${value}`) })),
                        ]}
                        onChange={setStatus}
                    />
                    <Pages {...pages} />
                </>
            }
        >
            <Resting resting={resting} />
            <ErrorAlert error={removeError} />
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {jobs && (
                <Table
                    columns={columns}
                    rows={jobs}
                    busy={stale}
                    rowKey={(job) => job.id}
                    rowAttributes={(job) => ({ "data-job": job.id })}
                    empty={t("imports.noJobs")}
                    grid="lg"
                    aria-labelledby="keylift-history"
                    testId="keylift-history"
                />
            )}
        </Section>
    );
}
