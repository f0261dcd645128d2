// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { PhaseName } from "./PhaseName";
import { PHASES, type Timings } from "./timings";

interface TimingsNoteProps {
    readonly timings: Timings;
    /** Number of endpoints that match the filter. */
    readonly shown: number;
}

/** Which requests the table is of, and the legend of its bars. */
export function TimingsNote({ timings, shown }: TimingsNoteProps) {
    const { t, number, time } = useLanguage();
    const { realm, nodes, from, to, endpointCount } = timings;
    const sentences = [
        realm === undefined ? t("timings.ofAll") : t("timings.ofRealm", { realm }),
        nodes && nodes.length > 0 && t("timings.ofNodes", { nodes: nodes.join(", ") }),
        t("timings.between", { from: time(Date.parse(from)), to: time(Date.parse(to)) }),
        t("timings.shown", { shown: number(shown), all: number(endpointCount) }),
    ];
    return (
        <>
            <p className="keylift-note" data-testid="keylift-note">
                {sentences.filter(Boolean).join(" ")}
            </p>
            <ul className="keylift-legend" aria-label={t("timings.legend")} role="list">
                {PHASES.map((phase) => (
                    <li key={phase}>
                        <PhaseName phase={phase} />
                    </li>
                ))}
            </ul>
        </>
    );
}
