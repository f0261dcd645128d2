// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from "vitest";
import { ImportForm } from "../../main/web/pages/imports/ImportForm";
import type { Kind, Order } from "../../main/web/pages/imports/imports";
import { drawn, find, press, text, type } from "./console";
import { render } from "./rendering";
import { held } from "./server";

const USERS: Kind = {
    kind: "users",
    description: "Users.",
    key: "username",
    permitted: true,
    removable: true,
    schema: { properties: { username: {}, email: {}, credentials: {}, realmRoles: {} }, additionalProperties: false },
};

let orders: Order[];

async function form(initial?: Order): Promise<void> {
    await render(<ImportForm kinds={[USERS]} initial={initial} onStart={(order) => void orders.push(order)} />);
}

async function ordered(): Promise<Order> {
    await press("[data-testid=keylift-start]");
    await vi.waitFor(() => expect(orders).toHaveLength(1));
    return orders[0] as Order;
}

beforeEach(() => {
    orders = [];
});

describe("The form", () => {
    it("asks for an input at its field, and leads there", async () => {
        await form();
        await press("[data-testid=keylift-start]");
        const field = find("[data-testid=keylift-file]");
        expect(field?.getAttribute("aria-invalid")).toBe("true");
        expect(document.activeElement).toBe(field);
        expect(document.getElementById(field?.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
            "Choose a file",
        );
        expect(find("[data-testid=keylift-lines]")?.getAttribute("aria-invalid")).toBe("true");
        await type("[data-testid=keylift-lines]", "{}");
        expect(find("[data-testid=keylift-invalid]")).toBeNull();
    });

    it("says that it cannot read what is damaged", async () => {
        const damaged = new File([new Uint8Array([0x1f, 0x8b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])], "a.gz");
        await form({ input: { body: damaged } } as unknown as Order);
        await press("[data-testid=keylift-start]");
        await drawn("[data-testid=keylift-invalid]");
        expect(text("[data-testid=keylift-invalid]")).toContain("cannot be read");
        expect(orders).toEqual([]);
    });

    it("sends what is compressed as lines where the browser cannot look into it", async () => {
        vi.stubGlobal("DecompressionStream", undefined);
        delete (globalThis as { DecompressionStream?: unknown }).DecompressionStream;
        const gzip = new File([new Uint8Array([0x1f, 0x8b, 8, 0])], "a.gz");
        await form({ input: { body: gzip } } as unknown as Order);
        expect((await ordered()).input).toMatchObject({ contentType: "application/x-ndjson", gzip: true });
    });

    it("keeps what was pasted when somebody goes back to it", async () => {
        await form();
        await type("[data-testid=keylift-lines]", '{"username":"jdoe"}');
        const order = await ordered();
        expect(order.text).toBe('{"username":"jdoe"}');
        await render(<ImportForm key="again" kinds={[USERS]} initial={order} onStart={() => undefined} />);
        expect((find("[data-testid=keylift-lines]") as HTMLTextAreaElement).value).toBe('{"username":"jdoe"}');
    });

    it.each([
        ["hello world", "“hello world”"],
        ["username;email\njdoe;jdoe@example.com", "“username;email”"],
        ['Username,"e,mail",email\n', "“Username”, “e,mail”"],
    ])("says once that records have no fields of a header: %j", async (lines, columns) => {
        await form();
        await type("[data-testid=keylift-lines]", lines);
        await press("[data-testid=keylift-start]");
        await drawn("[data-testid=keylift-invalid]");
        expect(text("[data-testid=keylift-invalid]")).toContain(columns);
        expect(document.activeElement).toBe(find("[data-testid=keylift-lines]"));
        expect(orders).toEqual([]);
    });

    it("takes all columns that a header may have", async () => {
        await form();
        await type("[data-testid=keylift-lines]", 'username, email ,credentials.0.type,"realmRoles[]"\njdoe,,,');
        expect((await ordered()).input.contentType).toBe("text/csv");
    });

    it("leaves a kind that takes any field to the server", async () => {
        await render(
            <ImportForm
                kinds={[{ ...USERS, schema: { properties: {}, additionalProperties: true } }]}
                initial={undefined}
                onStart={(order) => void orders.push(order)}
            />,
        );
        await type("[data-testid=keylift-lines]", "anything\n1");
        await ordered();
    });

    it("tries a removal out first, whatever the switch says", async () => {
        await form();
        await press("[data-testid=keylift-dry-run]");
        await type("[data-testid=keylift-op]", "remove");
        await type("[data-testid=keylift-lines]", "username\njdoe");
        expect(find("[data-testid=keylift-dry-run]")).toBeNull();
        expect(text("[data-testid=keylift-removal-help]")).toContain("starts with a dry run");
        expect(await ordered()).toMatchObject({ op: "remove", dryRun: true });
    });

    it("says before the start that an archive has neither a kind to choose nor a dry run", async () => {
        const archive = new File(["PK\u0003\u0004"], "acme");
        await form({ op: "remove", input: { body: archive } } as unknown as Order);
        await drawn("[data-testid=keylift-several-kinds]");
        expect(find("[data-testid=keylift-kind], [data-testid=keylift-op], [data-testid=keylift-dry-run]")).toBeNull();
        expect(text("[data-testid=keylift-start]")).toBe("Import");
        await press("[value=unknown-fields]");
        await press("[value=unwritable-attributes]");
        await type("[data-testid=keylift-no-password]", "update");
        await type("[data-testid=keylift-ids]", "prefer");
        const order = await ordered();
        expect(order).toMatchObject({
            kind: "realm",
            op: "import",
            dryRun: false,
            ids: "prefer",
            drop: ["unwritable-attributes", "unknown-fields"],
            noPassword: "update",
            input: { body: archive, contentType: "application/zip" },
        });
        expect(order.job).toMatch(/^realm-/);
    });

    it("starts no import without a dry run that it has not announced", async () => {
        const archive = new File(["PK\u0003\u0004"], "acme");
        const read = archive.slice.bind(archive);
        const later = held<Blob>();
        let reads = 0;
        archive.slice = (...range) =>
            reads++ > 0
                ? read(...range)
                : ({ arrayBuffer: () => later.promise.then((blob) => blob.arrayBuffer()) } as Blob);
        await form({ input: { body: archive } } as unknown as Order);
        await press("[data-testid=keylift-start]");
        await drawn("[data-testid=keylift-several-kinds]");
        expect(orders).toEqual([]);
        expect((await ordered()).dryRun).toBe(false);
    });

    it("offers the kind again when the pasted text no longer names its kinds", async () => {
        await form();
        await type("[data-testid=keylift-lines]", '{"kind":"users","record":{"username":"jdoe"}}');
        expect(find("[data-testid=keylift-kind]")).toBeNull();
        expect(find("[data-testid=keylift-several-kinds][role=status]")).not.toBeNull();
        await type("[data-testid=keylift-lines]", '{"username":"jdoe"}');
        expect(find("[data-testid=keylift-several-kinds]")).toBeNull();
        expect(await ordered()).toMatchObject({ kind: "users", dryRun: true });
    });

    it("offers only what applies to the operation and the kind", async () => {
        const groups = { ...USERS, kind: "groups" };
        await render(<ImportForm kinds={[groups]} initial={undefined} onStart={() => undefined} />);
        expect(find("[data-testid=keylift-leave-out]")).not.toBeNull();
        expect(find("[data-testid=keylift-no-password]")).toBeNull();
        await type("[data-testid=keylift-op]", "remove");
        expect(find("[data-testid=keylift-leave-out], [data-testid=keylift-ids]")).toBeNull();
    });

    it("keeps what is left out when somebody goes back to it", async () => {
        await form({ drop: ["unknown-fields"], noPassword: "update", text: "{}", input: {} } as unknown as Order);
        await press("[value=unknown-references]");
        await press("[value=unknown-fields]");
        expect(await ordered()).toMatchObject({ drop: ["unknown-references"], noPassword: "update" });
    });

    it("says whether the job is one that may be there", async () => {
        await form();
        await type("[data-testid=keylift-lines]", "{}");
        await type("[data-testid=keylift-job-id]", " mine ");
        expect(await ordered()).toMatchObject({ job: "mine", named: true });
    });
});
