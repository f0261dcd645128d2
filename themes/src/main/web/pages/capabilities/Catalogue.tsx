// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Failure } from "../../parts/Failure";
import { Pages } from "../../parts/Pages";
import { SearchField } from "../../parts/SearchField";
import { usePolling } from "../../parts/usePolling";
import type { Capabilities, Capability, Held } from "./capabilities";
import { CapabilityName } from "./CapabilityName";

const PAGE = 20;

interface CatalogueProps {
    readonly capabilities: Capabilities;
    /** What the role has. */
    readonly held: readonly Held[];
    readonly onAdd: (capability: Capability) => void;
}

/** All that the realm has, to choose from. */
export function Catalogue({ capabilities, held, onAdd }: CatalogueProps) {
    const { t } = useLanguage();
    const [search, setSearch] = useState("");
    const [first, setFirst] = useState(0);
    const ask = useCallback(
        (signal: AbortSignal) => capabilities.catalogue({ search, first, max: PAGE + 1 }, signal),
        [capabilities, search, first],
    );
    const { value: found, error, refresh } = usePolling(ask, undefined);
    const searchFor = useCallback((text: string) => (setSearch(text), setFirst(0)), []);
    const direct = new Set(held.filter((each) => each.direct).map((each) => each.id));

    return (
        <section className="pf-v5-c-page__main-section pf-m-light" aria-labelledby="keylift-catalogue">
            <h2 className="pf-v5-c-title pf-m-xl" id="keylift-catalogue">
                {t("capabilities.add")}
            </h2>
            <div className="keylift-toolbar keylift-steering">
                <SearchField
                    label={t("capabilities.searchCatalogue")}
                    value={search}
                    onSearch={searchFor}
                    testId="keylift-catalogue-search"
                />
                {found && <Pages first={first} size={PAGE} more={found.length > PAGE} onFirst={setFirst} />}
            </div>
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {found?.length === 0 && (
                <EmptyState title={t(search ? "capabilities.noneMatches" : "capabilities.emptyCatalogue")} />
            )}
            {found && found.length > 0 && (
                <ul className="keylift-choices" data-testid="keylift-catalogue">
                    {found.slice(0, PAGE).map((each) => (
                        <li key={each.id} data-capability={each.name}>
                            <span className="keylift-text">
                                <CapabilityName capability={each} />
                            </span>
                            {direct.has(each.id) ? (
                                <span className="keylift-note">{t("capabilities.has")}</span>
                            ) : (
                                <Button
                                    kind="secondary"
                                    small
                                    onClick={() => onAdd(each)}
                                    aria-label={t("capabilities.addNamed", { name: each.name })}
                                    data-testid="keylift-add"
                                >
                                    {t("capabilities.addOne")}
                                </Button>
                            )}
                        </li>
                    ))}
                </ul>
            )}
        </section>
    );
}
