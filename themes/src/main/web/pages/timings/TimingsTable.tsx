// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { Fragment, type ReactNode } from "react";
import { SortableHeader } from "../../parts/SortableHeader";
import { useLanguage, type MessageKey } from "../../language/language";
import { PhaseBar } from "./PhaseBar";
import { nameOf, nextOrder, type Endpoint, type Order, type SortKey } from "./timings";

const LABELS: Readonly<Record<string, MessageKey>> = {
    count: "timings.count",
    mean: "timings.mean",
    total: "timings.total",
    max: "timings.max",
    statements: "timings.statements",
};

const TIMES = ["mean", "p50", "p95", "p99"] as const;

interface TimingsTableProps {
    readonly endpoints: readonly Endpoint[];
    readonly order: Order;
    readonly onOrder: (order: Order) => void;
}

export function TimingsTable({ endpoints, order, onOrder }: TimingsTableProps) {
    const { t, number, duration } = useLanguage();
    const scale = Math.max(...endpoints.map((endpoint) => endpoint.mean));
    const header = (key: SortKey, label: string, figures: boolean) => (
        <SortableHeader
            label={label}
            figures={figures}
            sorted={order.key === key ? (order.ascending ? "ascending" : "descending") : undefined}
            onSort={() => onOrder(nextOrder(order, key))}
            testId={`keylift-sort-${key}`}
        />
    );
    return (
        <table
            className="pf-v5-c-table pf-m-grid-lg pf-m-compact"
            aria-label={t("nav.timings")}
            data-testid="keylift-timings"
        >
            <thead className="pf-v5-c-table__thead">
                <tr className="pf-v5-c-table__tr">
                    {header("endpoint", t("timings.endpoint"), false)}
                    {header("count", t("timings.count"), true)}
                    <th className="pf-v5-c-table__th keylift-bar-column" scope="col">
                        {t("timings.phases")}
                    </th>
                    {TIMES.map((key) => header(key, labelOf(key), true))}
                    {header("statements", t("timings.statements"), true)}
                </tr>
            </thead>
            <tbody className="pf-v5-c-table__tbody">
                {endpoints.map((endpoint) => (
                    <tr key={nameOf(endpoint)} className="pf-v5-c-table__tr" data-endpoint={nameOf(endpoint)}>
                        <td className="pf-v5-c-table__td" data-label={t("timings.endpoint")}>
                            <span>
                                <span className="pf-v5-c-label pf-m-compact">
                                    <span className="pf-v5-c-label__content">{endpoint.method}</span>
                                </span>{" "}
                                <code className="keylift-path">{breakable(endpoint.uri)}</code>
                            </span>
                        </td>
                        <td className="pf-v5-c-table__td keylift-figure" data-label={t("timings.count")}>
                            {number(endpoint.count)}
                        </td>
                        <td className="pf-v5-c-table__td keylift-bar-column" data-label={t("timings.phases")}>
                            <PhaseBar endpoint={endpoint} scale={scale} />
                        </td>
                        {TIMES.map((key) => (
                            <td key={key} className="pf-v5-c-table__td keylift-figure" data-label={labelOf(key)}>
                                {duration(endpoint[key])}
                            </td>
                        ))}
                        <td className="pf-v5-c-table__td keylift-figure" data-label={t("timings.statements")}>
                            {number(endpoint.statements, 1)}
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );

    function labelOf(key: string): string {
        const message = LABELS[key];
        return message ? t(message) : key;
    }
}

/** A path that may go on in the next line before each of its segments. */
function breakable(path: string): ReactNode {
    return path.split(/(?=\/)/).map((segment, index) => (
        <Fragment key={index}>
            <wbr />
            {segment}
        </Fragment>
    ));
}
