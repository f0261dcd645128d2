// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import { useLanguage } from "../../language/language";
import { Failure } from "../../parts/Failure";
import { Loading } from "../../parts/Loading";
import { usePolling } from "../../parts/usePolling";
import { ViewHeader } from "../../parts/ViewHeader";
import type { Department, Departments } from "./departments";
import { Members } from "./Members";
import { Tree } from "./Tree";

interface OrganizationViewProps {
    /** Id of the organization. */
    readonly id: string;
    readonly departments: Departments;
    /** Whether the administrator may view members. */
    readonly seesPeople: boolean;
}

/** The departments of an organization as a tree, and the members of one of them. */
export function OrganizationView({ id, departments, seesPeople }: OrganizationViewProps) {
    const { t, number } = useLanguage();
    const [chosen, setChosen] = useState<Department>();
    const ask = useCallback(
        async (signal: AbortSignal) => {
            const [organization, members] = await Promise.all([
                departments.organization(id, signal),
                seesPeople ? departments.memberCount(id, signal) : undefined,
            ]);
            return { organization, members };
        },
        [departments, id, seesPeople],
    );
    const { value: found, error, refresh } = usePolling(ask, undefined);
    if (error !== undefined) {
        return <Failure error={error} onRetry={refresh} />;
    }
    if (!found) {
        return <Loading />;
    }
    const { organization, members } = found;
    return (
        <>
            <ViewHeader page="departments" name={organization.name} title={organization.name}>
                {members !== undefined && (
                    <p className="keylift-note" data-testid="keylift-organization-members">
                        {t("departments.organizationMembers", { count: number(members) })}
                    </p>
                )}
            </ViewHeader>
            <section className="pf-v5-c-page__main-section pf-m-light keylift-columns">
                <div>
                    <h2 className="pf-v5-c-title pf-m-xl">{t("nav.departments")}</h2>
                    <Tree
                        organization={id}
                        departments={departments}
                        chosen={chosen}
                        onChoose={seesPeople ? setChosen : undefined}
                    />
                </div>
                {chosen && <Members key={chosen.id} organization={id} department={chosen} departments={departments} />}
            </section>
        </>
    );
}
