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

/** A department, which is a group of an organization in Keycloak. */
export interface Department {
    readonly id: string;
    readonly name: string;
    readonly path: string;
    readonly description?: string;
    /** Number of direct children. */
    readonly subGroupCount?: number;
}

export interface Member {
    readonly id: string;
    readonly username: string;
    readonly email?: string;
    readonly firstName?: string;
    readonly lastName?: string;
}

/** A count, possibly only a lower bound. */
export interface Count {
    readonly atLeast: number;
    readonly exact: boolean;
}

/** Keycloak has no count of the members of a department. At most this many are fetched to count them. */
const MOST_COUNTED = 100;

const BASE = "/organizations";

/** Organizations and their groups in the Admin API. */
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

    /** @param parent id of the parent department; absent for the top level */
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
