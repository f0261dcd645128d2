// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId, useState } from "react";
import { useLanguage } from "../../language/language";
import { Select } from "../../parts/Select";
import { COMPARES, type Compare } from "./changes";
import { ComparisonView } from "./ComparisonView";

/** The table of changed endpoints, compared with the chosen baseline. */
export function Changes() {
    const { t } = useLanguage();
    const [compare, setCompare] = useState<Compare>("version");
    const id = useId();
    return (
        <>
            <section className="pf-v5-c-page__main-section pf-m-light">
                <p className="keylift-note">{t("changes.about")}</p>
                <label className="keylift-inline" htmlFor={id}>
                    {t("changes.compare")}
                    <Select
                        id={id}
                        value={compare}
                        options={COMPARES.map((value) => ({ value, label: t(`changes.with.${value}`) }))}
                        onChange={setCompare}
                        data-testid="keylift-compare"
                    />
                </label>
            </section>
            <ComparisonView key={compare} compare={compare} />
        </>
    );
}
