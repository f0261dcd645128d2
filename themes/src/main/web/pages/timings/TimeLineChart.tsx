// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { across, down, stepsOf, type Area } from "./plot";
import { runsOf, SLICE_MILLIS, slicesOf, spanOf, versionChangesOf, type TimeLine } from "./timeLine";

const TIMES: Area = { width: 1000, height: 160 };
const COUNTS: Area = { width: 1000, height: 50 };
const PERCENTILES = ["p95", "p50"] as const;

/** p50, p95 and the number of requests over time, with a mark where the version changes. */
export function TimeLineChart({ line }: { readonly line: TimeLine }) {
    const { t, number, duration, dateTime } = useLanguage();
    const span = spanOf(line);
    const slices = slicesOf(line);
    const changes = versionChangesOf(line);
    const top = Math.max(...line.points.map(({ timings }) => timings.p95));
    const most = Math.max(...slices.map(({ count }) => count));
    const summary = t("timeLine.summary", {
        from: dateTime(span.from),
        to: dateTime(span.to),
        count: number(slices.reduce((sum, { count }) => sum + count, 0)),
        p50: duration(Math.max(...line.points.map(({ timings }) => timings.p50))),
        p95: duration(top),
    });
    const marks = (area: Area) =>
        changes.map(({ at, version }) => (
            <line
                key={`${at} ${version}`}
                className="keylift-plot__mark"
                x1={across(span, area, at)}
                x2={across(span, area, at)}
                y1="0"
                y2={area.height}
                vectorEffect="non-scaling-stroke"
            />
        ));
    return (
        <figure className="keylift-time-line" data-testid="keylift-time-line">
            <ul className="keylift-legend" role="list">
                {PERCENTILES.map((key) => (
                    <li key={key}>
                        <span className={`keylift-legend__colour keylift-series-${key}`} aria-hidden="true" />
                        {key}
                    </li>
                ))}
                <li>{t("timeLine.upTo", { most: duration(top) })}</li>
            </ul>
            <svg
                className="keylift-plot"
                viewBox={`0 0 ${TIMES.width} ${TIMES.height}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={summary}
            >
                {marks(TIMES)}
                {PERCENTILES.map((key) =>
                    runsOf(line).map((run) => (
                        <path
                            key={`${key} ${run[0]?.from} ${run[0]?.version}`}
                            className={`keylift-plot__curve keylift-series-${key}`}
                            d={stepsOf(run, line.resolution, span, top, TIMES, ({ timings }) => timings[key])}
                            vectorEffect="non-scaling-stroke"
                        />
                    )),
                )}
            </svg>
            <ul className="keylift-legend" role="list">
                <li>
                    <span className="keylift-legend__colour keylift-series-count" aria-hidden="true" />
                    {t("timings.count")}
                </li>
                <li>{t("timeLine.upTo", { most: number(most) })}</li>
            </ul>
            <svg
                className="keylift-plot keylift-plot--low"
                viewBox={`0 0 ${COUNTS.width} ${COUNTS.height}`}
                preserveAspectRatio="none"
                aria-hidden="true"
            >
                {slices.map(({ start, count }) => (
                    <rect
                        key={start}
                        className="keylift-series-count"
                        x={across(span, COUNTS, start)}
                        y={down(most, COUNTS, count)}
                        width={across(span, COUNTS, span.from + SLICE_MILLIS[line.resolution])}
                        height={COUNTS.height - down(most, COUNTS, count)}
                    />
                ))}
                {marks(COUNTS)}
            </svg>
            <div className="keylift-plot__ends" aria-hidden="true">
                <span>{dateTime(span.from)}</span>
                <span>{dateTime(span.to)}</span>
            </div>
            {changes.length > 0 && (
                <>
                    <p className="keylift-note">{t("timeLine.versions")}</p>
                    <ul role="list" data-testid="keylift-version-changes">
                        {changes.map(({ at, version }) => (
                            <li key={`${at} ${version}`}>
                                {dateTime(at)}: {version}
                            </li>
                        ))}
                    </ul>
                </>
            )}
        </figure>
    );
}
