// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useId, useState } from "react";
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
import type { Capabilities, Client, Role } from "./capabilities";

const PAGE = 20;

interface Found {
    readonly roles: readonly Role[];
    /** Clients that are proposed while a part of a client id is typed. */
    readonly clients: readonly Client[];
}

export function RoleList({ capabilities }: { readonly capabilities: Capabilities }) {
    const { t } = useLanguage();
    const realm = useRealm();
    const proposals = useId();
    const [search, setSearch] = useState("");
    const [client, setClient] = useState("");
    const [first, setFirst] = useState(0);
    const ask = useCallback(
        async (signal: AbortSignal): Promise<Found> => {
            const query = { search, first, max: PAGE + 1 };
            if (client === "") {
                return { roles: await capabilities.roles(undefined, query, signal), clients: [] };
            }
            const clients = await capabilities.clients(client, signal);
            const meant = clients.find((each) => each.clientId === client);
            return { roles: meant ? await capabilities.roles(meant.id, query, signal) : [], clients };
        },
        [capabilities, search, client, first],
    );
    const { value: found, error, refresh } = usePolling(ask, undefined);
    const searchFor = useCallback((set: (text: string) => void) => (text: string) => (set(text), setFirst(0)), []);

    return (
        <>
            <PageHeader page="capabilities" about={t("capabilities.about")} />
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!found && error === undefined && <Loading />}
            {found && (
                <section className="pf-v5-c-page__main-section pf-m-light">
                    <div className="keylift-toolbar">
                        <SearchField
                            label={t("capabilities.searchRole")}
                            value={search}
                            onSearch={searchFor(setSearch)}
                            testId="keylift-search"
                        />
                        <SearchField
                            label={t("capabilities.client")}
                            value={client}
                            onSearch={searchFor(setClient)}
                            list={proposals}
                            testId="keylift-client"
                        />
                        <datalist id={proposals}>
                            {found.clients.map((each) => (
                                <option key={each.id} value={each.clientId} />
                            ))}
                        </datalist>
                        <Pages first={first} size={PAGE} more={found.roles.length > PAGE} onFirst={setFirst} />
                    </div>
                    {found.roles.length === 0 ? (
                        <EmptyState title={t("capabilities.noRoles")} />
                    ) : (
                        <table
                            className="pf-v5-c-table pf-m-grid-md pf-m-compact"
                            aria-label={t("capabilities.roles")}
                            data-testid="keylift-roles"
                        >
                            <thead className="pf-v5-c-table__thead">
                                <tr className="pf-v5-c-table__tr">
                                    <th className="pf-v5-c-table__th" scope="col">
                                        {t("capabilities.role")}
                                    </th>
                                    <th className="pf-v5-c-table__th" scope="col">
                                        {t("capabilities.description")}
                                    </th>
                                </tr>
                            </thead>
                            <tbody className="pf-v5-c-table__tbody">
                                {found.roles.slice(0, PAGE).map((role) => (
                                    <tr key={role.id} className="pf-v5-c-table__tr">
                                        <td
                                            className="pf-v5-c-table__td keylift-text"
                                            data-label={t("capabilities.role")}
                                        >
                                            <a href={hashOf(realm.name, "capabilities", role.id)}>{role.name}</a>
                                        </td>
                                        <td
                                            className="pf-v5-c-table__td keylift-text"
                                            data-label={t("capabilities.description")}
                                        >
                                            {/* Keycloak's own roles have a key of its messages here. */}
                                            {role.description?.startsWith("${") ? "–" : (role.description ?? "–")}
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
