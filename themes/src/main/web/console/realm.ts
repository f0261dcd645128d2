// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { createContext, useContext } from "react";
import type { AdminApi, Query, Sending } from "./adminApi";

/** The Admin API of one realm. */
export class Realm {
    constructor(
        private readonly api: AdminApi,
        readonly name: string,
        /** Whether its administrators manage all realms. */
        readonly isMaster = false,
    ) {}

    /** @param path path below the realm with encoded segments */
    get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
        return this.api.get(this.at(path), query, signal);
    }

    /** @param path path below the realm with encoded segments */
    send(path: string, sending?: Sending): Promise<Response> {
        return this.api.send(this.at(path), sending);
    }

    private at(path: string): string {
        return `/realms/${encodeURIComponent(this.name)}${path}`;
    }
}

export const RealmContext = createContext<Realm | undefined>(undefined);

/** The realm of the page. */
export function useRealm(): Realm {
    const realm = useContext(RealmContext);
    if (!realm) {
        throw new Error("There is no realm around this component");
    }
    return realm;
}
