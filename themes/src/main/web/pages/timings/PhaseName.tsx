// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../../language/language";
import type { Phase } from "./timings";

/** Name of a phase with the color that it has in bars. */
export function PhaseName({ phase }: { readonly phase: Phase }) {
    const { t } = useLanguage();
    return (
        <>
            <span className={`keylift-legend__colour keylift-phase-${phase}`} aria-hidden="true" />
            {t(`phase.${phase}`)}
        </>
    );
}
