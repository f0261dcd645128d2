// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { ErrorAlert } from "../../parts/ErrorAlert";
import { canStream, save, saveStream } from "../../parts/save";
import { Section } from "../../parts/Section";
import { Table, type Column } from "../../parts/Table";
import { REALM, type Imports, type Job, type Reject } from "./imports";
import { readSome } from "./ndjson";

const PAGE = 100;
/** Above this number, rejects are streamed to the disk if the browser supports it. */
const MOST_IN_MEMORY = 1_000_000;

interface Shown {
    readonly some: readonly Reject[];
    readonly more: boolean;
    /** Requested number. */
    readonly most: number;
    /** Number of rejects at the time of the request. */
    readonly of: number;
}

interface RejectsProps {
    readonly job: Job;
    readonly imports: Imports;
}

/** The rejects of a job: the first ones as a table, all of them as a file. */
export function Rejects({ job, imports }: RejectsProps) {
    const { t, number } = useLanguage();
    const [most, setMost] = useState(PAGE);
    const [shown, setShown] = useState<Shown>();
    const [error, setError] = useState<unknown>();
    const { id, rejected } = job;
    // Each request ends before the next one starts, even if rejects keep coming.
    const wanted =
        rejected > 0 && (shown === undefined || shown.most < most || (shown.some.length < most && shown.of < rejected));
    const count = useRef(rejected);
    count.current = rejected;

    useEffect(() => {
        if (!wanted) {
            return undefined;
        }
        const abort = new AbortController();
        const of = count.current;
        imports
            .rejects(id, abort.signal)
            .then(async ({ body }) => {
                const found = body ? await readSome<Reject>(body, most) : { some: [], more: false };
                if (!abort.signal.aborted) {
                    setShown({ ...found, most, of });
                    setError(undefined);
                }
            })
            .catch((reason: unknown) => {
                if (!abort.signal.aborted) {
                    setShown((last) => ({ some: last?.some ?? [], more: last?.more ?? false, most, of }));
                    setError(reason);
                }
            });
        return () => abort.abort();
    }, [imports, id, wanted, most, shown]);

    const download = async () => {
        setError(undefined);
        const name = `${id}-rejects.ndjson`;
        if (rejected > MOST_IN_MEMORY && canStream()) {
            await saveStream(name, async () => (await imports.rejects(id)).body);
        } else {
            save(await (await imports.rejects(id)).blob(), name);
        }
    };

    if (rejected === 0) {
        return null;
    }
    const columns: readonly Column<Reject>[] = [
        { key: "line", label: t("imports.reject.line"), cell: ({ line, fileLine }) => number(fileLine ?? line) },
        ...(job.kind === REALM
            ? [{ key: "kind", label: t("imports.kind"), cell: ({ kind }: Reject) => kind ?? "–" }]
            : []),
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
                    onClick={() => void download().catch(setError)}
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
                <div className="keylift-controls">
                    <Button kind="link" onClick={() => setMost((last) => last + PAGE)}>
                        {t("imports.moreRejects", { shown: number(shown.some.length), all: number(rejected) })}
                    </Button>
                </div>
            )}
        </Section>
    );
}
