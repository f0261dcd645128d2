// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { act } from "react";
import { vi } from "vitest";
import { App } from "../../main/web/App";
import { Frame } from "../../main/web/console/frame";
import { render } from "./rendering";
import type { Server } from "./server";

export const ROLES = ["manage-users", "manage-realm", "view-realm", "manage-clients", "view-organizations"];

/** Answers what the console's pages ask for at their start. */
export function administrator(server: Server, roles: readonly string[] = ROLES): Server {
    return server
        .on("GET", /console\/whoami/, () => ({ locale: "en", realm_access: { acme: roles, master: roles } }))
        .on("GET", /\/serverinfo$/, () => ({
            providers: {
                "admin-realm-restapi-extension": {
                    providers: { "bulk-import": {}, capabilities: {}, "request-timings": {} },
                },
            },
        }))
        .on("GET", /\/realms\/(acme|master)$/, () => ({ organizationsEnabled: true }))
        .on("GET", /\/bulk-import\/kinds$/, () => [
            {
                kind: "users",
                description: "Users.",
                key: "username",
                permitted: true,
                removable: true,
                schema: { properties: { username: {}, email: {}, attributes: {} }, additionalProperties: false },
            },
        ])
        .on("GET", /\/bulk-import\/jobs(\?|$)/, () => []);
}

/** Draws what the console draws, and our part of it at an address of a realm. */
export async function openConsole(server: Server, page: string, realm = "acme"): Promise<Frame> {
    document.body.insertAdjacentHTML(
        "beforeend",
        `<div class="pf-v5-c-page__sidebar"><nav class="pf-v5-c-nav"></nav></div>
         <div><main id="kc-main-content-page-container"></main></div>`,
    );
    location.hash = `#/${realm}/keylift/${page}`;
    const frame = new Frame(document, "master");
    frame.start();
    await render(<App frame={frame} api={server.api()} home="master" master="master" />, frame.page);
    return frame;
}

export function find(selector: string): HTMLElement | null {
    return document.querySelector(selector);
}

export function text(selector: string): string {
    return find(selector)?.textContent ?? "";
}

/** Waits until something is drawn. */
export async function drawn(selector: string, condition: (element: HTMLElement) => boolean = () => true) {
    for (let round = 0; round < 150; round++) {
        const element = find(selector);
        if (element && condition(element)) {
            return element;
        }
        await act(async () => new Promise((done) => setTimeout(done, 20)));
    }
    throw new Error(`no ${selector} in ${document.body.textContent}`);
}

export async function press(selector: string): Promise<void> {
    const element = find(selector);
    if (!element) {
        throw new Error(`nothing to press at ${selector} in ${document.body.textContent}`);
    }
    element.focus();
    await act(async () => element.click());
}

/** Types into a field as React hears of it. */
export async function type(selector: string, value: string): Promise<void> {
    const field = find(selector) as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
    const prototype = Object.getPrototypeOf(field) as object;
    await act(async () => {
        Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
        field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
    });
}

/** Lets time pass for fake timers, in steps: what is drawn anew in between has timers of its own. */
export async function passing(millis: number): Promise<void> {
    const step = Math.max(20, millis / 60);
    for (let passed = 0; passed < Math.max(1, millis); passed += step) {
        await act(async () => {
            await vi.advanceTimersByTimeAsync(Math.min(step, millis - passed));
        });
    }
}
