// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Access } from "../console/access";

/** What each page gets. */
export interface ContentProps {
    /** What follows the page's name in the address. */
    readonly rest: readonly string[];
    readonly access: Access;
}
