// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** The `react-dom` of the console's import map has what React's own packages keep in `react-dom/client`. */
declare module "react-dom" {
    const createRoot: typeof import("react-dom/client").createRoot;
}
export {};
