// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Failure } from "../../parts/Failure";
import { Pages } from "../../parts/Pages";
import { SearchField } from "../../parts/SearchField";
import { Section } from "../../parts/Section";
import { useInert } from "../../parts/useInert";
import { useKeptFocus } from "../../parts/useKeptFocus";
import { usePages, type Page } from "../../parts/usePages";
import type { Capabilities, Capability, Held } from "./capabilities";
import { CapabilityName } from "./CapabilityName";

const PAGE = 20;

interface CatalogueProps {
    readonly capabilities: Capabilities;
    /** Capabilities and sets of the role. */
    readonly held: readonly Held[];
    readonly onAdd: (capability: Capability) => void;
    /** Ids of entries with a running change. */
    readonly pending: ReadonlySet<string>;
}

/** The capabilities and sets of the realm, to choose from. */
export function Catalogue({ capabilities, held, onAdd, pending }: CatalogueProps) {
    const { t } = useLanguage();
    const [search, setSearch] = useState("");
    const list = useCallback(
        (page: Page, signal: AbortSignal) => capabilities.catalogue({ search, ...page }, signal),
        [capabilities, search],
    );
    const { rows: found, pages, error, stale, refresh } = usePages(list, PAGE);
    const focus = useKeptFocus<HTMLDivElement>();
    const inert = useInert<HTMLUListElement>(stale);
    const direct = new Set(held.filter((each) => each.direct).map((each) => each.id));

    return (
        <Section id="keylift-catalogue" title={t("capabilities.add")}>
            <div className="keylift-toolbar keylift-controls">
                <SearchField
                    label={t("capabilities.searchCatalogue")}
                    value={search}
                    onSearch={setSearch}
                    testId="keylift-catalogue-search"
                />
                <Pages {...pages} />
            </div>
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {found?.length === 0 && (
                <EmptyState title={t(search ? "capabilities.noneMatches" : "capabilities.emptyCatalogue")} />
            )}
            {found && found.length > 0 && (
                <div {...focus}>
                    <ul ref={inert} className="keylift-choices" aria-busy={stale} data-testid="keylift-catalogue">
                        {found.map((each) => (
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
                                        onClick={() => !pending.has(each.id) && onAdd(each)}
                                        aria-disabled={pending.has(each.id)}
                                        aria-label={t("capabilities.addNamed", { name: each.name })}
                                        data-testid="keylift-add"
                                    >
                                        {t("capabilities.addOne")}
                                    </Button>
                                )}
                            </li>
                        ))}
                    </ul>
                </div>
            )}
        </Section>
    );
}
