// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** A job id made of the kind and the time. */
export function newJobId(kind: string, now: Date = new Date()): string {
    const time = now.toISOString().slice(0, 19).replace(/[-:]/g, "");
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    return `${kind}-${time}-${random.toString(36).padStart(7, "0")}`;
}
