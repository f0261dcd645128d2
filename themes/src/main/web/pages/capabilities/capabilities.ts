// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Query } from "../../console/adminApi";
import type { Realm } from "../../console/realm";

export interface Role {
    readonly id: string;
    readonly name: string;
    readonly description?: string;
    readonly clientRole: boolean;
}

export interface Client {
    readonly id: string;
    readonly clientId: string;
    /** Permissions of the caller, in the representation of a single client. */
    readonly access?: { readonly configure?: boolean };
}

/** A capability or set. */
export interface Capability {
    readonly id: string;
    readonly name: string;
    readonly set: boolean;
    readonly resource?: string;
    readonly action?: string;
    readonly type?: string;
    readonly source?: string;
}

/** A capability or set of a role, with its origin. */
export interface Held extends Capability {
    /** Whether it is assigned directly. */
    readonly direct: boolean;
    /** Names of the assigned sets that contain it. */
    readonly through: readonly string[];
}

/** The assignments of a role at one revision. */
export interface Assignments {
    /** Name of the role. */
    readonly role: string;
    /** Client id of a client role; absent for a realm role. */
    readonly client?: string;
    readonly capabilities: readonly Held[];
    /** Revision for `If-Match`. */
    readonly revision: string;
}

export interface Change {
    /** Ids to assign. */
    readonly add?: readonly string[];
    /** Ids to unassign. */
    readonly remove?: readonly string[];
}

const BASE = "/capabilities";

/** The capabilities of a realm and of its roles. */
export class Capabilities {
    constructor(private readonly realm: Realm) {}

    /** @param client client id of the client roles; empty for realm roles */
    async roles(client: string, query: Query, signal?: AbortSignal): Promise<readonly Role[]> {
        if (client === "") {
            return this.realm.get("/roles", query, signal);
        }
        const found = await this.client(client, signal);
        return found ? this.realm.get(`/clients/${encodeURIComponent(found.id)}/roles`, query, signal) : [];
    }

    /** The client with exactly this client id. */
    async client(clientId: string, signal?: AbortSignal): Promise<Client | undefined> {
        return (await this.realm.get<readonly Client[]>("/clients", { clientId }, signal))[0];
    }

    /** Whether the caller may change roles of a client. */
    async mayConfigure(clientId: string, signal?: AbortSignal): Promise<boolean> {
        const found = await this.client(clientId, signal);
        if (!found) {
            return false;
        }
        const path = `/clients/${encodeURIComponent(found.id)}`;
        const { access } = await this.realm.get<Client>(path, undefined, signal);
        return access?.configure === true;
    }

    /** Clients whose client id contains this text. */
    clients(part: string, signal?: AbortSignal): Promise<readonly Client[]> {
        return this.realm.get("/clients", { clientId: part, search: true, max: 20 }, signal);
    }

    catalogue(query: Query, signal?: AbortSignal): Promise<readonly Capability[]> {
        return this.realm.get(BASE, query, signal);
    }

    async of(role: string, signal?: AbortSignal): Promise<Assignments> {
        const answer = await this.realm.send(this.at(role), { query: { expand: true }, ...(signal && { signal }) });
        const shown = (await answer.json()) as Omit<Assignments, "revision">;
        return { ...shown, revision: revisionOf(answer) };
    }

    /**
     * @returns revision after the change
     *
     * @throws ApiError with status 412 if the role has changed since the given revision
     */
    async change(role: string, revision: string, change: Change): Promise<string> {
        return revisionOf(
            await this.realm.send(this.at(role), { method: "PATCH", headers: { "If-Match": revision }, json: change }),
        );
    }

    private at(role: string): string {
        return `${BASE}/roles/${encodeURIComponent(role)}`;
    }
}

function revisionOf(answer: Response): string {
    return answer.headers.get("ETag") ?? "";
}

/** @param filter part of a name, case-insensitive */
export function select(held: readonly Held[], filter: string, directOnly: boolean): readonly Held[] {
    const wanted = filter.trim().toLowerCase();
    return held.filter((each) => (each.direct || !directOnly) && each.name.toLowerCase().includes(wanted));
}
