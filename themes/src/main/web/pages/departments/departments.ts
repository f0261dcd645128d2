// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Query } from "../../console/adminApi";
import type { Realm } from "../../console/realm";

export interface Organization {
    readonly id: string;
    readonly name: string;
    readonly alias: string;
    readonly description?: string;
    readonly enabled: boolean;
}

/** A department: what Keycloak calls a group of an organization. */
export interface Department {
    readonly id: string;
    readonly name: string;
    readonly path: string;
    readonly description?: string;
    /** How many departments are right below it. */
    readonly subGroupCount?: number;
}

export interface Member {
    readonly id: string;
    readonly username: string;
    readonly email?: string;
    readonly firstName?: string;
    readonly lastName?: string;
}

/** A number that may be higher than what was counted. */
export interface Count {
    readonly atLeast: number;
    readonly exact: boolean;
}

/** Keycloak does not count the members of a department: so many are fetched to count them, and no more. */
const MOST_COUNTED = 100;

const BASE = "/organizations";

/** Keycloak's own organizations and their groups. */
export class Departments {
    constructor(private readonly realm: Realm) {}

    organizations(query: Query, signal?: AbortSignal): Promise<readonly Organization[]> {
        return this.realm.get(BASE, query, signal);
    }

    organization(id: string, signal?: AbortSignal): Promise<Organization> {
        return this.realm.get(`${BASE}/${encodeURIComponent(id)}`, undefined, signal);
    }

    memberCount(organization: string, signal?: AbortSignal): Promise<number> {
        return this.realm.get(`${BASE}/${encodeURIComponent(organization)}/members/count`, undefined, signal);
    }

    /** @param parent id of the department above; those at the top without it */
    below(
        organization: string,
        parent: string | undefined,
        first: number,
        max: number,
        signal?: AbortSignal,
    ): Promise<readonly Department[]> {
        const groups = `${BASE}/${encodeURIComponent(organization)}/groups`;
        return this.realm.get(
            parent === undefined ? groups : `${groups}/${encodeURIComponent(parent)}/children`,
            { first, max, subGroupsCount: true },
            signal,
        );
    }

    members(
        organization: string,
        department: string,
        first: number,
        max: number,
        signal?: AbortSignal,
    ): Promise<readonly Member[]> {
        return this.realm.get(
            `${BASE}/${encodeURIComponent(organization)}/groups/${encodeURIComponent(department)}/members`,
            { first, max, briefRepresentation: true },
            signal,
        );
    }

    async countMembers(organization: string, department: string, signal?: AbortSignal): Promise<Count> {
        const found = await this.members(organization, department, 0, MOST_COUNTED + 1, signal);
        return { atLeast: Math.min(found.length, MOST_COUNTED), exact: found.length <= MOST_COUNTED };
    }
}
