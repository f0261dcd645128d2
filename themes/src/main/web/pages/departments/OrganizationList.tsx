// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { hashOf } from "../../console/route";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Pages } from "../../parts/Pages";
import { SearchField } from "../../parts/SearchField";
import { Table, type Column } from "../../parts/Table";
import { usePages, type Page } from "../../parts/usePages";
import type { Departments, Organization } from "./departments";

const PAGE = 20;

export function OrganizationList({ departments }: { readonly departments: Departments }) {
    const { t } = useLanguage();
    const realm = useRealm();
    const [search, setSearch] = useState("");
    const list = useCallback(
        (page: Page, signal: AbortSignal) => departments.organizations({ search, ...page }, signal),
        [departments, search],
    );
    const { rows: organizations, pages, error, stale, refresh } = usePages(list, PAGE);
    const columns: readonly Column<Organization>[] = [
        {
            key: "organization",
            label: t("departments.organization"),
            className: "keylift-text",
            cell: ({ id, name }) => <a href={hashOf(realm.name, "departments", id)}>{name}</a>,
        },
        {
            key: "alias",
            label: t("departments.alias"),
            className: "keylift-text",
            cell: ({ alias }) => alias,
        },
        {
            key: "description",
            label: t("departments.description"),
            className: "keylift-text",
            cell: ({ description }) => description ?? "–",
        },
    ];

    return (
        <>
            <PageHeader page="departments" about={t("departments.about")} />
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!organizations && error === undefined && <Loading />}
            {organizations && (
                <section className="pf-v5-c-page__main-section pf-m-light">
                    <div className="keylift-toolbar">
                        <SearchField
                            label={t("departments.search")}
                            value={search}
                            onSearch={setSearch}
                            testId="keylift-search"
                        />
                        <Pages {...pages} />
                    </div>
                    <Table
                        columns={columns}
                        rows={organizations}
                        busy={stale}
                        rowKey={(organization) => organization.id}
                        empty={t("departments.noOrganizations")}
                        grid="md"
                        aria-label={t("departments.organizations")}
                        testId="keylift-organizations"
                    />
                </section>
            )}
        </>
    );
}
