// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from "react";
import { useLanguage } from "../../language/language";
import { FigureHeader } from "../../parts/FigureHeader";
import { Table, type Column } from "../../parts/Table";
import { factorOf, type Change, type Figure } from "./changes";
import { EndpointLink } from "./EndpointName";
import { nameOf, type Endpoint } from "./timings";

interface ChangesTableProps {
    readonly changes: readonly Change[];
    /** Whether the rows are outdated while others are loading. */
    readonly busy: boolean;
}

/** The figures before and now, and what doubled. */
export function ChangesTable({ changes, busy }: ChangesTableProps) {
    const { t, number, duration } = useLanguage();
    const both = ({ now, before }: Change, text: (side: Endpoint) => string) =>
        `${before ? text(before) : "–"} → ${now ? text(now) : "–"}`;
    const figures = (key: string, label: string, cell: (change: Change) => ReactNode): Column<Change> => ({
        key,
        label,
        head: <FigureHeader label={label} />,
        className: "keylift-figure",
        cell,
    });
    const compared = (key: Figure, figure: string, text: (side: Endpoint) => string): readonly Column<Change>[] => [
        figures(key, t("changes.beforeNow", { figure }), (change) => (
            <>
                {change.doubled.includes(key) && (
                    <>
                        <span className="pf-v5-c-label pf-m-compact pf-m-red">
                            <span className="pf-v5-c-label__content">{t("changes.doubled")}</span>
                        </span>{" "}
                    </>
                )}
                {both(change, text)}
            </>
        )),
        figures(`${key}Factor`, t("changes.factor", { figure }), (change) => {
            const factor = factorOf(change, key);
            return factor === undefined ? "–" : `×${number(factor, factor < 10 ? 2 : 0)}`;
        }),
    ];
    const columns: readonly Column<Change>[] = [
        {
            key: "endpoint",
            label: t("timings.endpoint"),
            cell: (change) => <EndpointLink endpoint={change} />,
        },
        ...compared("statements", t("timings.statements"), (side) => number(side.statements, 1)),
        ...compared("p95", "p95", (side) => duration(side.p95)),
        figures("count", t("changes.beforeNow", { figure: t("timings.count") }), (change) =>
            both(change, (side) => number(side.count)),
        ),
    ];
    return (
        <Table
            columns={columns}
            rows={changes}
            rowKey={nameOf}
            rowAttributes={(change) => ({ "data-endpoint": nameOf(change) })}
            grid="lg"
            busy={busy}
            empty={t("changes.noEndpoints")}
            aria-label={t("timings.view.changes")}
            testId="keylift-changes"
        />
    );
}
