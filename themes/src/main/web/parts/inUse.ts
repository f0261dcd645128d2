// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useSyncExternalStore } from "react";

/**
 * Time for which an idle page keeps polling, in milliseconds. Each request extends the administrator's session, which
 * must end some time after the administrator has left.
 */
export const REST_AFTER = 5 * 60_000;

const INPUT = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

const listeners = new Set<() => void>();
let inUse = true;
let timer: ReturnType<typeof setTimeout> | undefined;

function used(): void {
    clearTimeout(timer);
    timer = setTimeout(() => set(false), REST_AFTER);
    set(true);
}

function set(now: boolean): void {
    if (inUse !== now) {
        inUse = now;
        listeners.forEach((listener) => listener());
    }
}

function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
        INPUT.forEach((type) => window.addEventListener(type, used, { passive: true, capture: true }));
        used();
    }
    listeners.add(listener);
    return () => {
        listeners.delete(listener);
        if (listeners.size === 0) {
            INPUT.forEach((type) => window.removeEventListener(type, used, { capture: true }));
            clearTimeout(timer);
        }
    };
}

/** Whether the page was used in the last minutes. */
export function useInUse(): boolean {
    return useSyncExternalStore(subscribe, () => inUse);
}
