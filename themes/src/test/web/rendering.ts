// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { Blob, File } from "node:buffer";
import { act, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, vi } from "vitest";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// jsdom lacks this: it cannot read what is in its own.
Object.assign(globalThis, { Blob, File });
if (typeof HTMLDialogElement !== "undefined") {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
        this.open = true;
    };
}

let root: Root | undefined;

/** Draws something, or the same anew, and waits until it has done what it does at once. */
export async function render(element: ReactElement, place?: HTMLElement): Promise<void> {
    root ??= createRoot(place ?? document.body.appendChild(document.createElement("div")));
    const drawn = root;
    await act(async () => drawn.render(element));
}

/** Does something that has it drawn anew. */
export async function doing(what: () => void): Promise<void> {
    await act(async () => what());
}

afterEach(() => {
    act(() => root?.unmount());
    root = undefined;
    document.body.innerHTML = "";
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});
