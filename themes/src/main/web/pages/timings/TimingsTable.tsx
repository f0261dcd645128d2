// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { SortableHeader } from "../../parts/SortableHeader";
import { Table, type Column } from "../../parts/Table";
import { useLanguage } from "../../language/language";
import { EndpointLink } from "./EndpointName";
import { PhaseBar } from "./PhaseBar";
import { nameOf, nextOrder, type Column as Figure, type Endpoint, type Order, type SortKey } from "./timings";

const TIMES = ["mean", "p50", "p95", "p99", "max"] as const;

interface TimingsTableProps {
    readonly endpoints: readonly Endpoint[];
    readonly order: Order;
    readonly onOrder: (order: Order) => void;
    /** Whether the endpoints are outdated while others are loading. */
    readonly busy: boolean;
}

export function TimingsTable({ endpoints, order, onOrder, busy }: TimingsTableProps) {
    const { t, number, duration, bytes } = useLanguage();
    const labelOf = useColumnLabel();
    const scale = Math.max(...endpoints.map((endpoint) => endpoint.mean));
    const head = (key: SortKey, label: string, figures: boolean) => (
        <SortableHeader
            label={label}
            figures={figures}
            sorted={order.key === key ? (order.ascending ? "ascending" : "descending") : undefined}
            onSort={() => onOrder(nextOrder(order, key))}
            testId={`keylift-sort-${key}`}
        />
    );
    const figures = (key: Figure, cell: (endpoint: Endpoint) => string): Column<Endpoint> => ({
        key,
        label: labelOf(key),
        head: head(key, labelOf(key), true),
        className: "keylift-figure",
        cell,
    });
    const columns: readonly Column<Endpoint>[] = [
        {
            key: "endpoint",
            label: t("timings.endpoint"),
            head: head("endpoint", t("timings.endpoint"), false),
            cell: (endpoint) => <EndpointLink endpoint={endpoint} />,
        },
        figures("count", ({ count }) => number(count)),
        figures("total", ({ total }) => duration(total)),
        {
            key: "phases",
            label: t("timings.phases"),
            className: "keylift-bar-column",
            cell: (endpoint) => <PhaseBar endpoint={endpoint} scale={scale} />,
        },
        ...TIMES.map((key) => figures(key, (endpoint) => duration(endpoint[key]))),
        figures("statements", ({ statements }) => number(statements, 1)),
        figures("allocated", ({ allocated }) => (allocated > 0 ? bytes(allocated) : "–")),
    ];
    return (
        <Table
            columns={columns}
            rows={endpoints}
            rowKey={nameOf}
            rowAttributes={(endpoint) => ({ "data-endpoint": nameOf(endpoint) })}
            grid="lg"
            busy={busy}
            aria-label={t("nav.timings")}
            testId="keylift-timings"
        />
    );
}

/** Label of each column, for the table's head and the sort menu. */
export function useColumnLabel(): (key: "endpoint" | Figure) => string {
    const { t } = useLanguage();
    return (key) => (key === "p50" || key === "p95" || key === "p99" ? key : t(`timings.${key}`));
}
