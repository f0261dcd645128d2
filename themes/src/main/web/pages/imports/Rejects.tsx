// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from "react";
import { useLanguage } from "../../language/language";
import { Alert } from "../../parts/Alert";
import { Button } from "../../parts/Button";
import { save } from "../../parts/save";
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
    const [error, setError] = useState<string>();
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
                    setError(reason instanceof Error ? reason.message : String(reason));
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
    return (
        <section className="pf-v5-c-page__main-section pf-m-light" aria-labelledby="keylift-rejects">
            <div className="keylift-toolbar">
                <h2 className="pf-v5-c-title pf-m-xl" id="keylift-rejects">
                    {t("imports.rejects")}
                </h2>
                <Button
                    kind="secondary"
                    small
                    onClick={() => download().catch((reason: unknown) => setError(String(reason)))}
                    data-testid="keylift-download"
                >
                    {t("imports.download")}
                </Button>
            </div>
            {error !== undefined && <Alert kind="danger" title={t("page.failed", { message: error })} />}
            {shown && (
                <table
                    className="pf-v5-c-table pf-m-grid-md pf-m-compact"
                    aria-labelledby="keylift-rejects"
                    data-testid="keylift-reject-table"
                >
                    <thead className="pf-v5-c-table__thead">
                        <tr className="pf-v5-c-table__tr">
                            {(["line", "key", "code", "pointer", "message"] as const).map((column) => (
                                <th key={column} className="pf-v5-c-table__th" scope="col">
                                    {t(`imports.reject.${column}`)}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody className="pf-v5-c-table__tbody">
                        {shown.some.map((reject, index) => (
                            <tr key={`${reject.line} ${index}`} className="pf-v5-c-table__tr">
                                <td
                                    className="pf-v5-c-table__td keylift-figure-left"
                                    data-label={t("imports.reject.line")}
                                >
                                    {number(reject.line)}
                                </td>
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("imports.reject.key")}>
                                    {reject.key ?? "–"}
                                </td>
                                <td className="pf-v5-c-table__td" data-label={t("imports.reject.code")}>
                                    <code>{reject.code}</code>
                                </td>
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("imports.reject.pointer")}>
                                    <code>{reject.pointer || "–"}</code>
                                </td>
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("imports.reject.message")}>
                                    {reject.message}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
            {shown?.more && (
                <div className="keylift-steering">
                    <Button kind="link" onClick={() => setMost((last) => last + PAGE)}>
                        {t("imports.moreRejects", { shown: number(shown.some.length), all: number(rejected) })}
                    </Button>
                </div>
            )}
        </section>
    );
}
