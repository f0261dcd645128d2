// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { Section } from "../../parts/Section";
import { Table, type Column } from "../../parts/Table";
import type { Job, Warning } from "./imports";

/** The warnings of a job, among them how often it has left out what. */
export function Warnings({ job }: { readonly job: Job }) {
    const { t, number } = useLanguage();
    if (!job.warnings) {
        return null;
    }
    const columns: readonly Column<Warning>[] = [
        { key: "code", label: t("imports.reject.code"), cell: ({ code }) => <code>{code}</code> },
        { key: "kind", label: t("imports.kind"), cell: ({ kind }) => kind ?? "–" },
        {
            key: "pointer",
            label: t("imports.reject.pointer"),
            className: "keylift-text",
            cell: ({ pointer }) => <code>{pointer ?? "–"}</code>,
        },
        {
            key: "count",
            label: t("imports.warning.count"),
            cell: ({ count }) => (count === undefined ? "–" : number(count)),
        },
        {
            key: "lines",
            label: t("imports.warning.lines"),
            cell: ({ lines }) => lines?.map((line) => number(line)).join(", ") ?? "–",
        },
        {
            key: "message",
            label: t("imports.reject.message"),
            className: "keylift-text",
            cell: ({ message }) => message,
        },
    ];
    return (
        <Section id="keylift-warnings" title={t("imports.warnings")}>
            <Table
                columns={columns}
                rows={job.warnings}
                rowKey={({ code, kind, pointer }, index) => `${code} ${kind} ${pointer} ${index}`}
                grid="md"
                aria-labelledby="keylift-warnings"
                testId="keylift-warning-table"
            />
        </Section>
    );
}
