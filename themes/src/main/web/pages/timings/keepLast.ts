// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { ApiError } from "../../console/adminApi";

const TOO_MANY_REQUESTS = 429;

/**
 * Asks for the same again and again. If the server has had too many requests, perhaps of others, the last answer stays.
 *
 * @param ask requests the data
 */
export function keepLast<T>(ask: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
    let last: { readonly value: T } | undefined;
    return async (signal) => {
        try {
            last = { value: await ask(signal) };
            return last.value;
        } catch (error) {
            if (last && error instanceof ApiError && error.status === TOO_MANY_REQUESTS) {
                return last.value;
            }
            throw error;
        }
    };
}
