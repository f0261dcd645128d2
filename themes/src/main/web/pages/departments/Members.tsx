// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { Pages } from "../../parts/Pages";
import { Table, type Column } from "../../parts/Table";
import { usePages, type Page } from "../../parts/usePages";
import type { Department, Departments, Member } from "./departments";

const PAGE = 20;

interface MembersProps {
    readonly organization: string;
    readonly department: Department;
    readonly departments: Departments;
}

/** The members of a department, each with a link to the console's page of the user. */
export function Members({ organization, department, departments }: MembersProps) {
    const { t } = useLanguage();
    const realm = useRealm();
    const list = useCallback(
        ({ first, max }: Page, signal: AbortSignal) =>
            departments.members(organization, department.id, first, max, signal),
        [departments, organization, department.id],
    );
    const { rows: members, pages, error, stale, refresh } = usePages(list, PAGE);
    const columns: readonly Column<Member>[] = [
        {
            key: "username",
            label: t("departments.username"),
            className: "keylift-text",
            cell: ({ id, username }) => (
                <a href={`#/${encodeURIComponent(realm.name)}/users/${encodeURIComponent(id)}/settings`}>{username}</a>
            ),
        },
        {
            key: "name",
            label: t("departments.name"),
            className: "keylift-text",
            cell: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(" ") || "–",
        },
        {
            key: "email",
            label: t("departments.email"),
            className: "keylift-text",
            cell: ({ email }) => email ?? "–",
        },
    ];

    return (
        <div data-testid="keylift-members">
            <h2 className="pf-v5-c-title pf-m-xl keylift-text">{department.path}</h2>
            {department.description && <p className="keylift-text">{department.description}</p>}
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!members && error === undefined && <Loading />}
            <Pages {...pages} />
            {members?.length === 0 && <p className="keylift-note">{t("departments.noMembers")}</p>}
            {members && members.length > 0 && (
                <Table
                    columns={columns}
                    rows={members}
                    busy={stale}
                    rowKey={(member) => member.id}
                    grid="md"
                    aria-label={t("departments.membersOf", { path: department.path })}
                />
            )}
        </div>
    );
}
