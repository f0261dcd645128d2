// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Pages } from "../../parts/Pages";
import { SearchField } from "../../parts/SearchField";
import { Switch } from "../../parts/Switch";
import { select, type Held } from "./capabilities";
import { CapabilityName } from "./CapabilityName";

const PAGE = 100;

interface HeldTableProps {
    readonly held: readonly Held[];
    readonly onRemove: (capability: Held) => void;
}

/** What a role has, with its origin. */
export function HeldTable({ held, onRemove }: HeldTableProps) {
    const { t, number } = useLanguage();
    const [filter, setFilter] = useState("");
    const [directOnly, setDirectOnly] = useState(false);
    const [first, setFirst] = useState(0);
    const wanted = select(held, filter, directOnly);
    const start = first < wanted.length ? first : 0;
    const shown = wanted.slice(start, start + PAGE);

    return (
        <section className="pf-v5-c-page__main-section pf-m-light" aria-labelledby="keylift-held">
            <h2 className="pf-v5-c-title pf-m-xl" id="keylift-held">
                {t("capabilities.held")}
            </h2>
            <div className="keylift-toolbar keylift-steering">
                <SearchField
                    label={t("capabilities.filter")}
                    value={filter}
                    onSearch={setFilter}
                    testId="keylift-held-filter"
                />
                <Switch
                    checked={directOnly}
                    onChange={setDirectOnly}
                    label={t("capabilities.directOnly")}
                    testId="keylift-direct-only"
                />
                <Pages first={start} size={PAGE} more={wanted.length > start + PAGE} onFirst={setFirst} />
            </div>
            <p className="keylift-note" data-testid="keylift-held-count">
                {t("capabilities.counts", {
                    all: number(held.length),
                    direct: number(held.filter((each) => each.direct).length),
                })}
            </p>
            {shown.length === 0 ? (
                <EmptyState title={t(held.length === 0 ? "capabilities.nothingHeld" : "capabilities.noneMatches")} />
            ) : (
                <table
                    className="pf-v5-c-table pf-m-grid-lg pf-m-compact"
                    aria-labelledby="keylift-held"
                    data-testid="keylift-held"
                >
                    <thead className="pf-v5-c-table__thead">
                        <tr className="pf-v5-c-table__tr">
                            {(["name", "resource", "action", "source", "origin"] as const).map((column) => (
                                <th key={column} className="pf-v5-c-table__th" scope="col">
                                    {t(`capabilities.${column}`)}
                                </th>
                            ))}
                            <td className="pf-v5-c-table__th" />
                        </tr>
                    </thead>
                    <tbody className="pf-v5-c-table__tbody">
                        {shown.map((each) => (
                            <tr key={each.id} className="pf-v5-c-table__tr" data-capability={each.name}>
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("capabilities.name")}>
                                    <CapabilityName capability={each} />
                                </td>
                                {(["resource", "action", "source"] as const).map((column) => (
                                    <td
                                        key={column}
                                        className="pf-v5-c-table__td keylift-text"
                                        data-label={t(`capabilities.${column}`)}
                                    >
                                        {each[column] ?? "–"}
                                    </td>
                                ))}
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("capabilities.origin")}>
                                    {[
                                        ...(each.direct ? [t("capabilities.direct")] : []),
                                        ...(each.through.length > 0
                                            ? [t("capabilities.through", { sets: each.through.join(", ") })]
                                            : []),
                                    ].join(" · ")}
                                </td>
                                <td className="pf-v5-c-table__td">
                                    {each.direct && (
                                        <Button
                                            kind="secondary"
                                            small
                                            className="pf-m-danger"
                                            onClick={() => onRemove(each)}
                                            aria-label={t("capabilities.removeNamed", { name: each.name })}
                                            data-testid="keylift-remove"
                                        >
                                            {t("capabilities.remove")}
                                        </Button>
                                    )}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </section>
    );
}
