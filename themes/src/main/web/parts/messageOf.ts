// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** What something that was thrown says. */
export function messageOf(error: unknown): string {
    return error instanceof Error ? error.message : String(error);
}
