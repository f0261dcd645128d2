// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { useRealm } from "../../console/realm";
import { useLanguage } from "../../language/language";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { Pages } from "../../parts/Pages";
import { usePolling } from "../../parts/usePolling";
import type { Department, Departments } from "./departments";

const PAGE = 20;

interface MembersProps {
    readonly organization: string;
    readonly department: Department;
    readonly departments: Departments;
}

/** The people in a department, each with a way to the console's own page of him. */
export function Members({ organization, department, departments }: MembersProps) {
    const { t } = useLanguage();
    const realm = useRealm();
    const [first, setFirst] = useState(0);
    const ask = useCallback(
        (signal: AbortSignal) => departments.members(organization, department.id, first, PAGE + 1, signal),
        [departments, organization, department.id, first],
    );
    const { value: members, error, refresh } = usePolling(ask, undefined);
    return (
        <div data-testid="keylift-members">
            <h2 className="pf-v5-c-title pf-m-xl keylift-text">{department.path}</h2>
            {department.description && <p className="keylift-text">{department.description}</p>}
            {error !== undefined && <Failure error={error} onRetry={refresh} />}
            {!members && error === undefined && <Loading />}
            {members && <Pages first={first} size={PAGE} more={members.length > PAGE} onFirst={setFirst} />}
            {members?.length === 0 && <p className="keylift-note">{t("departments.noMembers")}</p>}
            {members && members.length > 0 && (
                <table
                    className="pf-v5-c-table pf-m-grid-md pf-m-compact"
                    aria-label={t("departments.membersOf", { path: department.path })}
                >
                    <thead className="pf-v5-c-table__thead">
                        <tr className="pf-v5-c-table__tr">
                            {(["username", "name", "email"] as const).map((column) => (
                                <th key={column} className="pf-v5-c-table__th" scope="col">
                                    {t(`departments.${column}`)}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody className="pf-v5-c-table__tbody">
                        {members.slice(0, PAGE).map((member) => (
                            <tr key={member.id} className="pf-v5-c-table__tr">
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("departments.username")}>
                                    <a
                                        href={`#/${encodeURIComponent(realm.name)}/users/${encodeURIComponent(member.id)}/settings`}
                                    >
                                        {member.username}
                                    </a>
                                </td>
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("departments.name")}>
                                    {[member.firstName, member.lastName].filter(Boolean).join(" ") || "–"}
                                </td>
                                <td className="pf-v5-c-table__td keylift-text" data-label={t("departments.email")}>
                                    {member.email ?? "–"}
                                </td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            )}
        </div>
    );
}
