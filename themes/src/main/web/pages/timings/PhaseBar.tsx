// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import { phasesOf, type Endpoint } from "./timings";

interface PhaseBarProps {
    readonly endpoint: Endpoint;
    /** Seconds of the full width. */
    readonly scale: number;
}

/** The phases of an endpoint's mean request as a stacked bar. Its label says the same as the colors. */
export function PhaseBar({ endpoint, scale }: PhaseBarProps) {
    const { t, duration } = useLanguage();
    const parts = phasesOf(endpoint);
    const label = parts.map((phase) => `${t(`phase.${phase}`)} ${duration(endpoint.phases[phase])}`).join(", ");
    return (
        <div className="keylift-bar" role="img" aria-label={label} title={label}>
            {parts.map((phase) => (
                <span
                    key={phase}
                    className={`keylift-bar__part keylift-phase-${phase}`}
                    style={{ width: `${(100 * endpoint.phases[phase]) / scale}%` }}
                />
            ))}
        </div>
    );
}
