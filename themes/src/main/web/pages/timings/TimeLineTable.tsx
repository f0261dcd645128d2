// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { FigureHeader } from "../../parts/FigureHeader";
import { Table, type Column } from "../../parts/Table";
import { startOf, type Point } from "./timeLine";

/** The figures of a time line, also for those who cannot see its drawing. */
export function TimeLineTable({ points }: { readonly points: readonly Point[] }) {
    const { t, number, duration, bytes, dateTime } = useLanguage();
    const figure = (key: string, label: string, cell: (point: Point) => string): Column<Point> => ({
        key,
        label,
        head: <FigureHeader label={label} />,
        className: "keylift-figure",
        cell,
    });
    const columns: readonly Column<Point>[] = [
        { key: "time", label: t("timeLine.time"), cell: (point) => dateTime(startOf(point)) },
        { key: "version", label: t("timeLine.version"), className: "keylift-text", cell: ({ version }) => version },
        figure("count", t("timings.count"), ({ timings }) => number(timings.count)),
        figure("p50", "p50", ({ timings }) => duration(timings.p50)),
        figure("p95", "p95", ({ timings }) => duration(timings.p95)),
        figure("statements", t("timings.statements"), ({ timings }) => number(timings.statements, 1)),
        figure("allocated", t("timings.allocated"), ({ timings }) => bytes(timings.allocated)),
    ];
    return (
        <details className="keylift-more">
            <summary>{t("timeLine.table")}</summary>
            <Table
                columns={columns}
                rows={points}
                rowKey={({ from, version }) => `${from} ${version}`}
                grid="md"
                aria-label={t("timeLine.table")}
                testId="keylift-time-line-table"
            />
        </details>
    );
}
