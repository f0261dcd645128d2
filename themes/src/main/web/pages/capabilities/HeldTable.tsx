// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useState } from "react";
import { useLanguage } from "../../language/language";
import { ConfirmButton } from "../../parts/ConfirmButton";
import { Pages } from "../../parts/Pages";
import { SearchField } from "../../parts/SearchField";
import { Section } from "../../parts/Section";
import { Switch } from "../../parts/Switch";
import { Table, type Column } from "../../parts/Table";
import { useKeptFocus } from "../../parts/useKeptFocus";
import { select, type Held } from "./capabilities";
import { CapabilityName } from "./CapabilityName";

const PAGE = 100;

interface HeldTableProps {
    readonly held: readonly Held[];
    /** Removes an entry from the role; `undefined` without permission to change the role. */
    readonly onRemove: ((capability: Held) => void) | undefined;
    /** Ids of entries with a running change. */
    readonly pending: ReadonlySet<string>;
}

/** The capabilities and sets of a role, with their origin. */
export function HeldTable({ held, onRemove, pending }: HeldTableProps) {
    const { t, number } = useLanguage();
    const [filter, setFilter] = useState("");
    const [directOnly, setDirectOnly] = useState(false);
    const [first, setFirst] = useState(0);
    const focus = useKeptFocus<HTMLDivElement>();
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
        ...(onRemove
            ? [
                  {
                      key: "remove",
                      cell: (each: Held) =>
                          each.direct && (
                              <ConfirmButton
                                  label={t("capabilities.remove")}
                                  about={each.name}
                                  question={t("capabilities.removeQuestion", { name: each.name })}
                                  busy={pending.has(each.id)}
                                  onConfirm={() => onRemove(each)}
                                  testId="keylift-remove"
                              />
                          ),
                  },
              ]
            : []),
    ];

    return (
        <Section id="keylift-held" title={t("capabilities.held")}>
            <div className="keylift-toolbar keylift-controls">
                <SearchField
                    label={t("capabilities.filter")}
                    value={filter}
                    onSearch={(wanted) => {
                        setFilter(wanted);
                        setFirst(0);
                    }}
                    testId="keylift-held-filter"
                />
                <Switch
                    checked={directOnly}
                    onChange={(only) => {
                        setDirectOnly(only);
                        setFirst(0);
                    }}
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
            <div {...focus}>
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
            </div>
        </Section>
    );
}
