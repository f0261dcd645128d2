// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { hashOf } from "../../console/route";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { EmptyState } from "../../parts/EmptyState";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Pages } from "../../parts/Pages";
import { SearchField } from "../../parts/SearchField";
import { usePolling } from "../../parts/usePolling";
import type { Departments } from "./departments";

const PAGE = 20;

export function OrganizationList({ departments }: { readonly departments: Departments }) {
    const { t } = useLanguage();
    const realm = useRealm();
    const [search, setSearch] = useState("");
    const [first, setFirst] = useState(0);
    const ask = useCallback(
        (signal: AbortSignal) => departments.organizations({ search, first, max: PAGE + 1 }, signal),
        [departments, search, first],
    );
    const { value: found, error, refresh } = usePolling(ask, undefined);
    const searchFor = useCallback((text: string) => (setSearch(text), setFirst(0)), []);

    return (
        <>
            <PageHeader page="departments" about={t("departments.about")} />
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!found && error === undefined && <Loading />}
            {found && (
                <section className="pf-v5-c-page__main-section pf-m-light">
                    <div className="keylift-toolbar">
                        <SearchField
                            label={t("departments.search")}
                            value={search}
                            onSearch={searchFor}
                            testId="keylift-search"
                        />
                        <Pages first={first} size={PAGE} more={found.length > PAGE} onFirst={setFirst} />
                    </div>
                    {found.length === 0 ? (
                        <EmptyState title={t("departments.noOrganizations")} />
                    ) : (
                        <table
                            className="pf-v5-c-table pf-m-grid-md pf-m-compact"
                            aria-label={t("departments.organizations")}
                            data-testid="keylift-organizations"
                        >
                            <thead className="pf-v5-c-table__thead">
                                <tr className="pf-v5-c-table__tr">
                                    {(["organization", "alias", "description"] as const).map((column) => (
                                        <th key={column} className="pf-v5-c-table__th" scope="col">
                                            {t(`departments.${column}`)}
                                        </th>
                                    ))}
                                </tr>
                            </thead>
                            <tbody className="pf-v5-c-table__tbody">
                                {found.slice(0, PAGE).map((organization) => (
                                    <tr key={organization.id} className="pf-v5-c-table__tr">
                                        <td
                                            className="pf-v5-c-table__td keylift-text"
                                            data-label={t("departments.organization")}
                                        >
                                            <a href={hashOf(realm.name, "departments", organization.id)}>
                                                {organization.name}
                                            </a>
                                        </td>
                                        <td
                                            className="pf-v5-c-table__td keylift-text"
                                            data-label={t("departments.alias")}
                                        >
                                            {organization.alias}
                                        </td>
                                        <td
                                            className="pf-v5-c-table__td keylift-text"
                                            data-label={t("departments.description")}
                                        >
                                            {organization.description ?? "–"}
                                        </td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                    )}
                </section>
            )}
        </>
    );
}
