// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId, useState, type DragEvent } from "react";
import { useLanguage } from "../../language/language";
import { Button } from "../../parts/Button";

interface FileDropProps {
    readonly file: File | undefined;
    readonly onFile: (file: File | undefined) => void;
}

/** Takes a file that is dropped or chosen; nothing of it is read here. */
export function FileDrop({ file, onFile }: FileDropProps) {
    const { t, bytes } = useLanguage();
    const id = useId();
    const [over, setOver] = useState(false);

    const drag = (event: DragEvent) => {
        event.preventDefault();
        setOver(event.type === "dragover");
    };
    const drop = (event: DragEvent) => {
        drag(event);
        onFile(event.dataTransfer.files[0] ?? file);
    };

    return (
        <div
            className={`keylift-drop${over ? " keylift-drop--over" : ""}`}
            onDragOver={drag}
            onDragLeave={drag}
            onDrop={drop}
            data-testid="keylift-drop"
        >
            {file ? (
                <p className="keylift-drop__file">
                    <strong>{file.name}</strong> <span>{bytes(file.size)}</span>{" "}
                    <Button kind="link" onClick={() => onFile(undefined)}>
                        {t("imports.otherFile")}
                    </Button>
                </p>
            ) : (
                <>
                    <label htmlFor={id}>{t("imports.drop")}</label>
                    <input
                        id={id}
                        type="file"
                        accept=".ndjson,.jsonl,.json,.csv,.txt,.gz"
                        onChange={(event) => onFile(event.target.files?.[0])}
                        data-testid="keylift-file"
                    />
                </>
            )}
        </div>
    );
}
