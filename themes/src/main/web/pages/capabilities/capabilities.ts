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
    /** What the caller may do to it, where one client is asked for. */
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

/** What a role has, and from where. */
export interface Held extends Capability {
    /** Whether it is assigned itself. */
    readonly direct: boolean;
    /** Names of the assigned sets that hold it. */
    readonly through: readonly string[];
}

/** What a role has at one moment. */
export interface Assignments {
    /** Name of the role. */
    readonly role: string;
    /** Client id of the role's client; a role of the realm has none. */
    readonly client?: string;
    readonly capabilities: readonly Held[];
    /** The moment, for `If-Match`. */
    readonly revision: string;
}

export interface Change {
    /** Ids of what the role is to have, too. */
    readonly add?: readonly string[];
    /** Ids of what it is not to have any more. */
    readonly remove?: readonly string[];
}

const BASE = "/capabilities";

/** The capabilities of a realm and of its roles. */
export class Capabilities {
    constructor(private readonly realm: Realm) {}

    /** @param client client id of the client whose roles they are; empty for those of the realm */
    async roles(client: string, query: Query, signal?: AbortSignal): Promise<readonly Role[]> {
        if (client === "") {
            return this.realm.get("/roles", query, signal);
        }
        const found = await this.client(client, signal);
        return found ? this.realm.get(`/clients/${encodeURIComponent(found.id)}/roles`, query, signal) : [];
    }

    /** The client of exactly this client id. */
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

    /** Clients whose client id has this in it. */
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
     * @returns the revision that the change has led to
     * @throws ApiError with status 412 if somebody has changed the role since that revision
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

/** @param filter part of a name, in any case */
export function select(held: readonly Held[], filter: string, directOnly: boolean): readonly Held[] {
    const wanted = filter.trim().toLowerCase();
    return held.filter((each) => (each.direct || !directOnly) && each.name.toLowerCase().includes(wanted));
}
