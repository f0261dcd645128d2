// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** The administrator's session has ended, or this page cannot access it. */
export class SignedOutError extends Error {}
