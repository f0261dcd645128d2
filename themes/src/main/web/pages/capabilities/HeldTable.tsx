// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { Pages } from "../../parts/Pages";
import { SearchField } from "../../parts/SearchField";
import { Section } from "../../parts/Section";
import { Switch } from "../../parts/Switch";
import { Table, type Column } from "../../parts/Table";
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
    const columns: readonly Column<Held>[] = [
        {
            key: "name",
            label: t("capabilities.name"),
            className: "keylift-text",
            cell: (each) => <CapabilityName capability={each} />,
        },
        ...(["resource", "action", "source"] as const).map((key) => ({
            key,
            label: t(`capabilities.${key}`),
            className: "keylift-text",
            cell: (each: Held) => each[key] ?? "–",
        })),
        {
            key: "origin",
            label: t("capabilities.origin"),
            className: "keylift-text",
            cell: ({ direct, through }) =>
                [
                    ...(direct ? [t("capabilities.direct")] : []),
                    ...(through.length > 0 ? [t("capabilities.through", { sets: through.join(", ") })] : []),
                ].join(" · "),
        },
        {
            key: "remove",
            cell: (each) =>
                each.direct && (
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
                ),
        },
    ];

    return (
        <Section id="keylift-held" title={t("capabilities.held")}>
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
            <Table
                columns={columns}
                rows={shown}
                rowKey={(each) => each.id}
                rowAttributes={(each) => ({ "data-capability": each.name })}
                empty={t(held.length === 0 ? "capabilities.nothingHeld" : "capabilities.noneMatches")}
                grid="lg"
                aria-labelledby="keylift-held"
                testId="keylift-held"
            />
        </Section>
    );
}
