// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { hashOf } from "../../console/route";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Pages } from "../../parts/Pages";
import { SearchField } from "../../parts/SearchField";
import { Table, type Column } from "../../parts/Table";
import { usePolling } from "../../parts/usePolling";
import { usePages, type Page } from "../../parts/usePages";
import type { Capabilities, Role } from "./capabilities";
import { ClientField } from "./ClientField";

const PAGE = 20;

export function RoleList({ capabilities }: { readonly capabilities: Capabilities }) {
    const { t } = useLanguage();
    const realm = useRealm();
    const [search, setSearch] = useState("");
    const [client, setClient] = useState("");
    const list = useCallback(
        (page: Page, signal: AbortSignal) => capabilities.roles(client, { search, ...page }, signal),
        [capabilities, search, client],
    );
    const askClients = useCallback(
        async (signal: AbortSignal) => {
            const [exact, similar] =
                client === ""
                    ? [undefined, []]
                    : await Promise.all([capabilities.client(client, signal), capabilities.clients(client, signal)]);
            return { of: client, exact, similar };
        },
        [capabilities, client],
    );
    // A failure here also affects the list of roles, which reports it.
    const { value: clients } = usePolling(askClients, undefined);
    const unknownClient = client !== "" && clients?.of === client && !clients.exact;
    const [chosen, setChosen] = useState(0);
    const { rows: roles, pages, error, stale, refresh } = usePages(list, PAGE);
    const columns: readonly Column<Role>[] = [
        {
            key: "role",
            label: t("capabilities.role"),
            className: "keylift-text",
            cell: (role) => <a href={hashOf(realm.name, "capabilities", role.id)}>{role.name}</a>,
        },
        {
            key: "description",
            label: t("capabilities.description"),
            className: "keylift-text",
            // Built-in roles of Keycloak have a message key as description.
            cell: (role) => (role.description?.startsWith("${") ? "–" : (role.description ?? "–")),
        },
    ];

    return (
        <>
            <PageHeader page="capabilities" about={t("capabilities.about")} />
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!roles && error === undefined && <Loading />}
            {roles && (
                <section className="pf-v5-c-page__main-section pf-m-light">
                    <div className="keylift-toolbar">
                        <SearchField
                            label={t("capabilities.searchRole")}
                            value={search}
                            onSearch={setSearch}
                            testId="keylift-search"
                        />
                        <ClientField
                            key={chosen}
                            value={client}
                            clients={clients?.similar ?? []}
                            onSearch={setClient}
                        />
                        <Pages {...pages} />
                    </div>
                    {unknownClient ? (
                        <EmptyState title={t("capabilities.unknownClient", { client })}>
                            {clients.similar.map((each) => (
                                <p key={each.id}>
                                    <Button
                                        kind="link"
                                        onClick={() => {
                                            setClient(each.clientId);
                                            // The new key resets the field to the chosen client.
                                            setChosen(chosen + 1);
                                        }}
                                        data-testid="keylift-similar-client"
                                    >
                                        {each.clientId}
                                    </Button>
                                </p>
                            ))}
                        </EmptyState>
                    ) : (
                        <Table
                            columns={columns}
                            rows={roles}
                            busy={stale}
                            rowKey={(role) => role.id}
                            empty={t("capabilities.noRoles")}
                            grid="md"
                            aria-label={t("capabilities.roles")}
                            testId="keylift-roles"
                        />
                    )}
                </section>
            )}
        </>
    );
}
