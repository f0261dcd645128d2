// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { ErrorAlert } from "../../parts/ErrorAlert";
import { save } from "../../parts/save";
import { Section } from "../../parts/Section";
import { Table, type Column } from "../../parts/Table";
import type { Imports, Job, Reject } from "./imports";
import { readSome } from "./ndjson";

const PAGE = 100;

interface RejectsProps {
    readonly job: Job;
    readonly imports: Imports;
}

/** What a job has rejected: the first ones as a table, all of them as a file. */
export function Rejects({ job, imports }: RejectsProps) {
    const { t, number } = useLanguage();
    const [most, setMost] = useState(PAGE);
    const [shown, setShown] = useState<{ readonly some: readonly Reject[]; readonly more: boolean }>();
    const [error, setError] = useState<unknown>();
    const { id, rejected } = job;
    const wanted = rejected > 0 && (shown === undefined || (shown.some.length < most && shown.some.length < rejected));

    useEffect(() => {
        if (!wanted) {
            return undefined;
        }
        const abort = new AbortController();
        imports
            .rejects(id, abort.signal)
            .then(async (answer) => {
                if (answer.body) {
                    setShown(await readSome<Reject>(answer.body, most));
                    setError(undefined);
                }
            })
            .catch((reason: unknown) => {
                if (!abort.signal.aborted) {
                    setError(reason);
                }
            });
        return () => abort.abort();
    }, [imports, id, wanted, rejected, most]);

    const download = async () => {
        const answer = await imports.rejects(id);
        save(await answer.blob(), `${id}-rejects.ndjson`);
    };

    if (rejected === 0) {
        return null;
    }
    const columns: readonly Column<Reject>[] = [
        { key: "line", label: t("imports.reject.line"), cell: ({ line }) => number(line) },
        {
            key: "key",
            label: t("imports.reject.key"),
            className: "keylift-text",
            cell: ({ key }) => key ?? "–",
        },
        { key: "code", label: t("imports.reject.code"), cell: ({ code }) => <code>{code}</code> },
        {
            key: "pointer",
            label: t("imports.reject.pointer"),
            className: "keylift-text",
            cell: ({ pointer }) => <code>{pointer || "–"}</code>,
        },
        {
            key: "message",
            label: t("imports.reject.message"),
            className: "keylift-text",
            cell: ({ message }) => message,
        },
    ];
    return (
        <Section
            id="keylift-rejects"
            title={t("imports.rejects")}
            beside={
                <Button
                    kind="secondary"
                    small
                    onClick={() => download().catch(setError)}
                    data-testid="keylift-download"
                >
                    {t("imports.download")}
                </Button>
            }
        >
            <ErrorAlert error={error} />
            {shown && (
                <Table
                    columns={columns}
                    rows={shown.some}
                    rowKey={(reject, index) => `${reject.line} ${index}`}
                    grid="md"
                    aria-labelledby="keylift-rejects"
                    testId="keylift-reject-table"
                />
            )}
            {shown?.more && (
                <div className="keylift-steering">
                    <Button kind="link" onClick={() => setMost((last) => last + PAGE)}>
                        {t("imports.moreRejects", { shown: number(shown.some.length), all: number(rejected) })}
                    </Button>
                </div>
            )}
        </Section>
    );
}
