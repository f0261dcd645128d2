// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback } from "react";
import { useLanguage } from "../../language/language";
import { usePolling } from "../../parts/usePolling";
import type { Department, Departments } from "./departments";

interface MemberCountProps {
    readonly organization: string;
    readonly department: Department;
    readonly departments: Departments;
}

/** Number of direct members of a department. */
export function MemberCount({ organization, department, departments }: MemberCountProps) {
    const { t, number } = useLanguage();
    const ask = useCallback(
        (signal: AbortSignal) => departments.countMembers(organization, department.id, signal),
        [departments, organization, department.id],
    );
    const { value: count } = usePolling(ask, undefined);
    if (!count) {
        return null;
    }
    return (
        <span className="pf-v5-c-badge pf-m-read" data-testid="keylift-member-count">
            {t(count.exact ? "departments.members" : "departments.membersAtLeast", { count: number(count.atLeast) })}
        </span>
    );
}
