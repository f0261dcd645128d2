// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { SLICE_MILLIS, startOf, type Point, type Resolution, type Span } from "./timeLine";

/** Size of a drawing, in its own units. */
export interface Area {
    readonly width: number;
    readonly height: number;
}

/** Place of a time from left to right. */
export function across({ from, to }: Span, { width }: Area, millis: number): number {
    return rounded(((millis - from) / (to - from)) * width);
}

/** Place of a figure from the top down; `top` is the figure at the top. */
export function down(top: number, { height }: Area, figure: number): number {
    return rounded(height * (1 - figure / (top || 1)));
}

/**
 * The path of a figure as steps: each holds for its whole slice, and a slice alone is seen, too.
 *
 * @param figureOf the figure of a point
 */
export function stepsOf(
    run: readonly Point[],
    resolution: Resolution,
    span: Span,
    top: number,
    area: Area,
    figureOf: (point: Point) => number,
): string {
    return run
        .map((point, index) => {
            const start = startOf(point);
            const y = down(top, area, figureOf(point));
            const begin = index === 0 ? `M${across(span, area, start)} ${y}` : `V${y}`;
            return `${begin}H${across(span, area, start + SLICE_MILLIS[resolution])}`;
        })
        .join("");
}

function rounded(value: number): number {
    return Math.round(value * 10) / 10;
}
